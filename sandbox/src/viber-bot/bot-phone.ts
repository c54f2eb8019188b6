import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRecord } from '../providers/controls.ts';
import type { KeptMedia } from '../providers/kept-media.ts';
import { type Bot, type BotWorld, type PhoneMessage, type User, withToken } from './bots.ts';
import { FACE_COUNT, facePath } from './faces.ts';

interface Parts {
  world: BotWorld;
  media: KeptMedia;
  /** By which Viber's files are fetched from here. */
  origin: string;
}

type Asked = Record<string, unknown>;

/**
 * What somebody does with a bot on their phone, under `/phone/viber-public`: `GET messages?user=&bot=`, and `POST` of `open`, `subscribe`, `leave`,
 * `write`, `send`, `read`, each with `user`, and `bot` (its token; the first bot where none is named); `name`, `avatar` (one of `faces.ts` by its number, 0
 * for none, or any address) and `apiVersion` stay with the user. 400 says what is missing.
 */
export function serveBotPhone(http: FastifyInstance, parts: Parts): void {
  const { world } = parts;
  const botOf = (token: unknown): Bot | undefined =>
    typeof token === 'string' && token !== '' ? world.bots.get(token) : [...world.bots.values()][0];

  http.get<{ Querystring: { user?: string; bot?: string } }>('/phone/viber-public/messages', (request, reply) => {
    const { user = '', bot: token } = request.query;
    const bot = botOf(token);
    if (user === '' || !bot) return refuse(reply, 'user, or an unknown bot');
    const known = world.users.get(user);
    return { user, bot: bot.uri, subscribed: known?.subscribed.has(bot.token) ?? false, messages: known?.messages ?? [] };
  });

  const doing = (name: string, work: (bot: Bot, user: User, asked: Asked) => Promise<object | string>) =>
    http.post(`/phone/viber-public/${name}`, async (request, reply) => {
      const asked = isRecord(request.body) ? request.body : {};
      const bot = botOf(asked.bot);
      if (typeof asked.user !== 'string' || asked.user === '' || !bot) return refuse(reply, 'user, or an unknown bot');
      const user = world.user(asked.user, typeof asked.name === 'string' ? asked.name : undefined);
      if (typeof asked.name === 'string') user.name = asked.name;
      const avatar = avatarOf(asked.avatar, parts.origin);
      if (avatar === null) return refuse(reply, 'avatar');
      user.avatar = avatar ?? user.avatar;
      if (typeof asked.apiVersion === 'number') user.apiVersion = asked.apiVersion;
      const answer = await work(bot, user, asked);
      return typeof answer === 'string' ? refuse(reply, answer) : answer;
    });

  doing('open', (bot, user, { context }) => open(world, bot, user, typeof context === 'string' ? context : undefined));
  doing('subscribe', async (bot, user) => {
    join(bot, user);
    await world.tell(bot, 'subscribed', { user: personOf(user) });
    return { subscribed: true };
  });
  doing('leave', async (bot, user) => {
    user.subscribed.delete(bot.token);
    await world.tell(bot, 'unsubscribed', { user_id: user.id });
    return { subscribed: false };
  });
  doing('write', async (bot, user, { text }) =>
    typeof text === 'string' && text !== '' ? say(parts, bot, user, { type: 'text', text }) : 'text',
  );
  // Anything that a phone can send: {message: {type, …}}; bytes (base64) and their type make its `media`.
  doing('send', async (bot, user, { message, base64, contentType, fileName }) => {
    if (!isRecord(message) || typeof message.type !== 'string') return 'message.type';
    if (typeof base64 !== 'string') return say(parts, bot, user, message);
    const bytes = Buffer.from(base64, 'base64');
    const name = typeof fileName === 'string' ? fileName : 'file';
    const path = parts.media.keep(bytes, typeof contentType === 'string' ? contentType : 'application/octet-stream', name);
    return say(parts, bot, user, { ...message, media: `${parts.origin}${path}`, file_name: name, size: bytes.length }, path);
  });
  doing('read', async (bot, user) => {
    await world.look(bot, user);
    return { read: true };
  });
}

const refuse = (reply: FastifyReply, what: string) => reply.code(400).send({ error: `missing or wrong: ${what}` });

/** @returns undefined where nothing is said of it, null where that is none */
function avatarOf(asked: unknown, origin: string): string | null | undefined {
  if (asked === undefined || typeof asked === 'string') return asked;
  if (!Number.isInteger(asked) || Number(asked) < 0 || Number(asked) > FACE_COUNT) return null;
  return asked === 0 ? '' : `${origin}${facePath(Number(asked))}`;
}

/** Viber leaves out what there is not. */
const personOf = ({ id, name, avatar, apiVersion }: User) => ({
  id,
  name,
  ...(avatar && { avatar }),
  country: 'BG',
  language: 'bg',
  api_version: apiVersion,
});

function join(bot: Bot, user: User): void {
  user.subscribed.add(bot.token);
  user.known.add(bot.token);
}

/** The chat is opened: what its owner answers with is the welcome, which subscribes nobody. */
async function open(world: BotWorld, bot: Bot, user: User, context: string | undefined): Promise<object> {
  user.known.add(bot.token);
  const facts = { type: 'open', ...(context && { context }), user: personOf(user), subscribed: user.subscribed.has(bot.token) };
  const answer = await world.tell(bot, 'conversation_started', facts);
  const welcome: unknown = answer ? JSON.parse(answer) : null;
  if (!isRecord(welcome) || typeof welcome.type !== 'string') return { welcomed: false };
  const shown: PhoneMessage = { token: String(world.nextToken()), from: 'BOT', at: new Date().toISOString(), message: welcome, seen: true };
  user.messages.push(shown);
  return { welcomed: true };
}

/** Whoever writes is subscribed by it, without a callback of its own. */
async function say({ world }: Parts, bot: Bot, user: User, message: Record<string, unknown>, mediaPath?: string): Promise<object> {
  join(bot, user);
  user.unanswered = [];
  const token = world.nextToken();
  user.messages.push({
    token: String(token),
    from: 'USER',
    at: new Date().toISOString(),
    message,
    ...(mediaPath && { mediaPath }),
    seen: true,
  });
  const taken = await world.tell(bot, 'message', { sender: personOf(user), message, silent: false }, token);
  return { token: String(token), taken: taken !== null, callback: withToken({ event: 'message' }, token) };
}
