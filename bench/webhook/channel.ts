import { ChannelType } from '@parley/contract';
import * as z from 'zod/mini';
import type { Http } from '../../server/src/platform/http.ts';
import { problem } from '../../server/src/platform/problem.ts';
import { type RoomsDeps, storeInbound } from '../../server/src/rooms/index.ts';
import { loopBack, rawDelivery } from '../../server/test/loop-back/channel.ts';
import { isSigned, SIGNATURE } from './signature.ts';

/** What the provider brings: one message of one customer. */
const Webhook = z.object({ id: z.string(), from: z.string(), name: z.string(), text: z.string() });

const Env = z.object({
  WEBHOOK_SECRET: z.string(),
  WEBHOOK_TYPE: ChannelType,
  WEBHOOK_ACCOUNT: z.uuid(),
  WEBHOOK_APPLICATION: z.uuid(),
});

const env = Env.parse(process.env);
const place = { accountId: env.WEBHOOK_ACCOUNT, channelApplicationId: env.WEBHOOK_APPLICATION, channelType: env.WEBHOOK_TYPE };

/** Adds the channel, and the route on which its provider delivers. */
export function mountWebhook(http: Http, rooms: RoomsDeps): void {
  // Nothing is sent by it here, so nobody needs to answer at its provider's address.
  rooms.channels.register(loopBack({ type: env.WEBHOOK_TYPE, origin: 'http://127.0.0.1:9', takesKey: true }));
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is over the bytes as they came.
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.post('/webhook', async (request) => {
      const body = request.body as Buffer;
      if (!isSigned(env.WEBHOOK_SECRET, body, request.headers[SIGNATURE])) throw problem('ERROR_FORBIDDEN');
      const brought = Webhook.safeParse(JSON.parse(body.toString('utf8')));
      if (!brought.success) throw problem('ERROR_BAD_REQUEST');
      const { id, from, name, text } = brought.data;
      await storeInbound(rooms, place, [rawDelivery({ kind: 'MESSAGE', providerMessageId: id, address: from, name, text })]);
      return {};
    });
  });
}
