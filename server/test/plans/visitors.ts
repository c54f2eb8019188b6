import { createHmac } from 'node:crypto';
import { VISITOR_SECRET_HEADER } from '@parley/contract';
import { messageId } from '../people.ts';
import { openSocket, type SocketEnd } from '../socket-end.ts';
import { noteFrame } from './asked.ts';
import { type Asking, picture } from './rest-of-contract.ts';

/** How the plans' test asks as the visitor of the room with the long history, and as nobody in particular. */
interface AskingAsVisitor {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<unknown>;
  asVisitor(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** What a visitor's chat asks: its page, its session, its history, what is written in it. */
export async function visitorsOf({ app, account, signIn, hot, as }: Asking, { call, asVisitor }: AskingAsVisitor): Promise<void> {
  await hot('widget', () => call('GET', `visitor/widgets/${account.widgetId}`));
  await hot('chat page', () => fetch(`${app.origin}/chat/${account.widgetId}`));
  await hot('new session', () => call('POST', 'visitor/sessions', { widgetId: account.widgetId }));
  await hot('visitor ticket', () => asVisitor('POST', 'tickets'));
  await hot('visitor waiting', () => asVisitor('GET', 'waiting'));
  await hot('visitor history', () => asVisitor('GET', 'history'));
  await hot('visitor history, older', () => asVisitor('GET', 'history?before=3000'));
  await hot('visitor writes', () => asVisitor('POST', 'messages', { clientMessageId: messageId(), text: 'Hello again' }));
  const upload = async () => ((await asVisitor('POST', 'files?name=a.png', new Uint8Array(await picture()))) as { fileId: string }).fileId;
  await hot('visitor uploads', upload);
  const fileId = await upload();
  await hot('visitor sends a file', () => asVisitor('POST', 'messages/file', { clientMessageId: messageId(), fileId, text: null }));
  await hot('visitor’s addresses of files', () => asVisitor('POST', 'files/urls', { fileIds: [fileId] }));
  await hot('visitor’s details', () => asVisitor('PUT', 'details', { name: 'Mira' }));
  const admin = await signIn(await account.agent('Admin', { role: 'admin', inQueue: false }));
  const made = await as(admin, 'POST', `accounts/${account.accountId}/widgets/${account.widgetId}/identity-secret`);
  const signature = createHmac('sha256', (made as { secret: string }).secret)
    .update('customer')
    .digest('hex');
  await hot('visitor’s identity', () => asVisitor('PUT', 'identity', { userId: 'customer', signature }));
  const leaving = (await call('POST', 'visitor/sessions', { widgetId: account.widgetId })) as { secret: string };
  await hot('visitor signs out', () => call('DELETE', 'visitor/session', undefined, { [VISITOR_SECRET_HEADER]: leaving.secret }));
  const thrownAway = await upload();
  await hot('visitor throws an upload away', () => asVisitor('DELETE', `files/${thrownAway}`));
  const { ticket } = (await asVisitor('POST', 'tickets')) as { ticket: string };
  let tab: SocketEnd | null = null;
  await hot('visitor socket', async () => {
    tab = await openSocket(app.origin, 'widget', ticket);
  });
  const { lastChannelSeq: channelSeq } = (await asVisitor('GET', 'history')) as { lastChannelSeq: number };
  const frames: [string, unknown][] = [
    ['Text', { clientMessageId: messageId(), text: 'Hello' }],
    ['File', { clientMessageId: messageId(), fileId: await upload(), text: null }],
    ['Image', { clientMessageId: messageId(), fileId: await upload(), text: null }],
    ['Delivered', { channelSeq }],
    ['Seen', { channelSeq }],
    ['Page', { title: 'Lamps', address: 'https://shop.example/lamps', values: {} }],
    ['Typing', {}],
  ];
  for (const [kind, payload] of frames) {
    noteFrame('visitor', kind);
    await hot(`visitor’s frame ${kind}`, async () => {
      const end = tab as unknown as SocketEnd;
      end.send(kind, payload, `one-${kind}`);
      // Of typing nothing is said; what it asks has been asked when a later frame is answered.
      if (kind === 'Typing') await new Promise((resolve) => setTimeout(resolve, 300));
      else await end.frame(({ id }) => id === `one-${kind}`);
    });
  }
  noteFrame('visitor', 'Ping', 'Pong');
  (tab as unknown as SocketEnd).close();
}
