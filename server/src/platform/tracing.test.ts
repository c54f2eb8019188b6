import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { loopBack, rawDelivery } from '../../test/loop-back/channel.ts';
import { givenApplication } from '../../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../../test/loop-back/provider.ts';
import { givenAccount, type TestAccount } from '../../test/people.ts';
import { type Receiver, startReceiver } from '../../test/receiver.ts';
import { givePassword, SignInBrowser } from '../../test/sign-in.ts';
import { openSocket } from '../../test/socket-end.ts';
import { storeInbound } from '../rooms/index.ts';
import { startTracing } from './tracing.ts';

interface SpanSent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: Array<{ traceId: string; spanId: string }>;
}

let receiver: Receiver;
let tracing: { stop(): Promise<void> };
let server: TestApp;
let provider: Provider;
let account: TestAccount;
let application: string;
const NUMBER = '+359881000064';
beforeAll(async () => {
  receiver = await startReceiver();
  tracing = await startTracing(receiver.origin);
  provider = await startProvider({ knowsKeys: false });
  const sms = loopBack({ type: 'SMS', origin: provider.origin, takesKey: false, timeoutMs: 1000 });
  server = await startApp({
    more: ({ http, rooms }) => {
      rooms.channels.register(sms);
      http.post('/brought', async () => {
        const message = {
          kind: 'MESSAGE' as const,
          providerMessageId: 'brought-1',
          address: NUMBER,
          name: null,
          text: 'purple-elephant-64',
        };
        const place = { accountId: account.accountId, channelApplicationId: application, channelType: 'SMS' as const };
        await storeInbound(rooms, place, [rawDelivery(message)]);
        return {};
      });
    },
  });
  account = await givenAccount(server.database.db);
  application = await givenApplication(server.database.db, account, 'SMS');
});
/** Once, whoever is first. */
let closing: Promise<void> | undefined;
const close = () => {
  closing ??= server.close();
  return closing;
};
afterAll(async () => {
  await close();
  await Promise.all([receiver.close(), provider.close()]);
});

interface Export {
  resourceSpans: Array<{ scopeSpans: Array<{ spans: SpanSent[] }> }>;
}
const spans = () =>
  receiver.got.flatMap(({ body }) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );

it('leads from the request or frame that brought a message over the batch that stored it to the sockets that hear it', async () => {
  const { db } = server.database;
  const { userId } = await account.agent('Elena');
  await givePassword(db, account.accountId, userId, 'a right horse');
  const tokens = await new SignInBrowser(server.origin).signIn(`elena-${userId}@lumen.example`, 'a right horse');
  const call = async (path: string, headers: Record<string, string>, body?: unknown) => {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.origin}/api/${path}`, { method: 'POST', headers: { ...headers, ...json }, ...sent });
    return (await answer.json()) as Record<string, string>;
  };
  const { ticket = '' } = await call('realtime/tickets', { authorization: `Bearer ${tokens.access_token}` });
  const agent = await openSocket(server.origin, 'agent-web', ticket);
  const { secret = '' } = await call('visitor/sessions', {}, { widgetId: account.widgetId });
  const visitor = { 'x-visitor-secret': secret };
  const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await call('visitor/messages', visitor, { clientMessageId: 'traced-0', text: 'first' });
  await call('visitor/messages', { ...visitor, traceparent: caller }, { clientMessageId: 'traced-1', text: 'purple-elephant-62' });
  await agent.frame(({ payload }) => JSON.stringify(payload).includes('purple-elephant-62'));
  const { ticket: own = '' } = await call('visitor/tickets', visitor);
  const tab = await openSocket(server.origin, 'widget', own);
  tab.send('Text', { clientMessageId: 'traced-2', text: 'purple-elephant-63' });
  await agent.frame(({ payload }) => JSON.stringify(payload).includes('purple-elephant-63'));
  tab.close();
  // What waits in a row, here the first message of somebody unknown and our answer to them, is taken up by whoever claims it.
  const webhook = '00-1bf7651916cd43dd8448eb211c80319d-c7ad6b7169203331-01';
  await fetch(`${server.origin}/brought`, { method: 'POST', headers: { traceparent: webhook } });
  const { payload } = await agent.frame((one) => JSON.stringify(one.payload).includes('purple-elephant-64'));
  const { roomId, event } = payload as { roomId: string; event: { conversationId: string; origin: { channelId: string } } };
  agent.send('Assign', { roomId, conversationId: event.conversationId, userId, expectedUserId: null });
  await agent.frame(({ type, payload: told }) => type === 'Assign' && JSON.stringify(told).includes(roomId));
  agent.send('Sms', { clientMessageId: 'traced-3', roomId, channelId: event.origin.channelId, text: 'purple-elephant-65' });
  await agent.frame(({ type, payload: told }) => type === 'MessageStatus' && JSON.stringify(told).includes(roomId));
  agent.close();
  // What is told while it goes on has its end first.
  await close();
  await tracing.stop();

  expect(receiver.got[0]?.path).toBe('/v1/traces');
  const all = spans();
  const linkedTo = (from: SpanSent | undefined) =>
    all.find(({ name, links }) => name === 'store batch' && links?.some(({ spanId }) => from !== undefined && spanId === from.spanId));
  const request = all.find(({ name, traceId }) => name === 'POST /api/visitor/messages' && traceId === '0af7651916cd43dd8448eb211c80319c');
  const frame = all.find(({ name }) => name === 'frame Text');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  for (const from of [request, frame]) {
    const batch = linkedTo(from);
    expect(batch).toMatchObject({ traceId: from?.traceId, parentSpanId: from?.spanId });
    expect(all.filter(({ name, parentSpanId }) => name === 'push to sockets' && parentSpanId === batch?.spanId).length).toBeGreaterThan(0);
  }
  const webhookSpan = all.find(({ name, traceId }) => name === 'POST /brought' && traceId === webhook.split('-')[1]);
  const taken = all.find(({ name, parentSpanId }) => name === 'receive delivery' && parentSpanId === webhookSpan?.spanId);
  expect(all.some(({ name, traceId }) => name === 'push to sockets' && traceId === taken?.traceId)).toBe(true);
  const said = all.find(({ name }) => name === 'frame Sms');
  const sent = all.find(({ name, parentSpanId }) => name === 'deliver message' && parentSpanId === said?.spanId);
  expect(sent?.traceId).toBe(said?.traceId);
  expect(all.some(({ name, parentSpanId }) => name === 'push to sockets' && parentSpanId === sent?.spanId)).toBe(true);
  const whole = receiver.got.map(({ body }) => body).join('\n');
  for (const mark of ['purple-elephant', NUMBER, secret, ticket, own, tokens.access_token, 'Elena', 'elena-'])
    expect(whole).not.toContain(mark);
});
