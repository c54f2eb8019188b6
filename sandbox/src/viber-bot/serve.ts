import type { FastifyInstance } from 'fastify';
import { createCaller } from '../providers/caller.ts';
import { isRecord, serveControls } from '../providers/controls.ts';
import type { KeptMedia } from '../providers/kept-media.ts';
import type { PhonePower } from '../providers/phone-power.ts';
import { serveBotApi } from './bot-api.ts';
import { serveBotPhone } from './bot-phone.ts';
import { type Bot, type BotControls, createBotWorld } from './bots.ts';
import { serveFaces } from './faces.ts';

/** The bot that is there from the beginning. */
export const FIRST_BOT = { token: '5a4e7c1d8b2f60939c41-sandbox-bot', name: 'Lumen Home', uri: 'lumenhome' };

/** Seconds, minutes, and once more within the hour. */
const AGAIN = [1000, 5000, 30_000, 120_000, 600_000, 1_500_000];

/** Viber's bots, and the phones of those who chat with them. `PUT /providers/viber-bot/bots` makes another bot: {token, name, uri}. */
export function serveViberBot(
  http: FastifyInstance,
  { origin, media, power }: { origin: string; media: KeptMedia; power: PhonePower },
): void {
  const controls: BotControls = serveControls(http, 'viber-bot', {
    off: { failsLate: null as string | null, seenAfterMs: null as number | null, redeliverAfterMs: AGAIN },
    fits: {
      failsLate: (value) => value === null || typeof value === 'string',
      seenAfterMs: (value) => value === null || (Number.isInteger(value) && Number(value) >= 0),
      redeliverAfterMs: (value) => Array.isArray(value) && value.every((ms) => Number.isInteger(ms) && ms >= 0),
    },
  });
  const caller = createCaller(() => controls.redeliverAfterMs);
  http.addHook('onClose', async () => caller.stop());
  const world = createBotWorld(controls, caller, power);
  const add = (bot: Pick<Bot, 'token' | 'name' | 'uri'>) =>
    void world.bots.set(bot.token, { webhook: '', eventTypes: [], ...world.bots.get(bot.token), ...bot });
  add(FIRST_BOT);
  http.get('/providers/viber-bot/bots', () => [...world.bots.values()]);
  http.put('/providers/viber-bot/bots', (request, reply) => {
    const asked = isRecord(request.body) ? request.body : {};
    const { token, name, uri } = asked;
    if (typeof token !== 'string' || token === '' || typeof name !== 'string' || typeof uri !== 'string')
      return reply.code(400).send({ error: 'token, name and uri are needed' });
    add({ token, name, uri });
    return world.bots.get(token);
  });
  serveBotApi(http, { world, controls, caller, keep: (bytes, type) => media.keep(bytes, type) });
  serveFaces(http);
  serveBotPhone(http, { world, media, origin });
}
