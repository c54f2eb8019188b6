import type { VisitorSendAnswer } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../src/accounts/index.ts';
import { type RoomsDeps, sendText, takeAs } from '../../src/rooms/index.ts';
import { startApp } from '../app.ts';
import { deliveryShown, until } from '../loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from '../people.ts';
import type { TestEnd } from '../providers.ts';
import { TestVisitor } from '../visitor.ts';
import type { Brought, Heard, Side } from './driver.ts';
import { hearsAsAny } from './suite.ts';

const OWN_PAGE = 'what speaks here is the chat’s own page';

hearsAsAny(
  {
    name: 'the live chat',
    reports: ['DELIVERED', 'SEEN'],
    without: {
      'one customer however the address is written': 'a visitor is known by the secret of a session, which is written in one way',
      'unknown types': OWN_PAGE,
      nonsense: `${OWN_PAGE}: what does not fit is refused, and nothing of it is kept`,
    },
  },
  openLiveChat,
);

/** The live chat of two accounts, with visitors who come by REST and websocket as their pages do. */
async function openLiveChat(): Promise<Side & { close(): Promise<void> }> {
  const wired: RoomsDeps[] = [];
  const app = await startApp({ more: ({ rooms }) => void wired.push(rooms) });
  const { db } = app.database;
  const [account, otherAccount] = [await givenAccount(db), await givenAccount(db, 'Orion')];
  const elena: Actor = await account.agent('Elena');
  const rooms = wired[0] as RoomsDeps;
  const endOf = ({ widgetId }: TestAccount): TestEnd => ({ id: widgetId, hookKey: '', hookAt: () => '' });
  const end = endOf(account);
  const visitors = new Map<string, Promise<TestVisitor>>();
  /** A message of each visitor's, by whose channel they are found. */
  const said = new Map<string, string>();
  let count = 0;

  async function arrive(widgetId: string): Promise<TestVisitor> {
    const visitor = await TestVisitor.arrive(app.origin, widgetId);
    await visitor.connect();
    return visitor;
  }
  function visitorOf(from: string, { id }: TestEnd): Promise<TestVisitor> {
    const key = `${from} ${id}`;
    const known = visitors.get(key) ?? arrive(id);
    visitors.set(key, known);
    return known;
  }
  /** The channel of a visitor's session in an account; none before they have written. */
  async function channelOf(from: string, { accountId, widgetId }: TestAccount) {
    const eventId = said.get(`${from} ${widgetId}`);
    if (eventId === undefined) return null;
    const event = db.reader(accountId).selectFrom('events').select(['contact_channel_id', 'room_id']).where('id', '=', eventId);
    return (await event.executeTakeFirst()) ?? null;
  }
  async function wordsOf(address: string, { accountId }: Pick<TestAccount, 'accountId'> = account): Promise<string[]> {
    const where = accountId === account.accountId ? account : otherAccount;
    const channel = await channelOf(address, where);
    if (channel === null) return [];
    const { rows } = await sql<{ text: string }>`
      select message->>'text' as text from events where contact_channel_id = ${channel.contact_channel_id} and origin_type = 'CUSTOMER'
        and kind = 'COMMUNICATION' order by seq`.execute(db.reader(accountId));
    return rows.map(({ text }) => text);
  }
  const hear = (address: string, many: number) =>
    until(
      () => wordsOf(address),
      (words) => words.length >= many,
    );
  async function bring(brought: Brought, to = end): Promise<Heard> {
    if (brought.what === 'NONSENSE' || brought.what === 'UNKNOWN') throw new Error('not asked of this channel');
    const visitor = await visitorOf(brought.what === 'STATUS' ? brought.to : brought.from, to);
    if (brought.what === 'STATUS') {
      const type = brought.status === 'SEEN' ? 'Seen' : 'Delivered';
      visitor.send(type, { channelSeq: Number(brought.providerMessageId) });
      return 'TAKEN';
    }
    const speaker = brought.what === 'FORGED' ? new TestVisitor(app.origin, 'guessed') : visitor;
    const text = brought.what === 'OVERSIZE' ? 'x'.repeat(2_000_000) : brought.text;
    const { status, body } = await speaker.call('POST', 'messages', { clientMessageId: brought.id, text });
    if (status === 200) {
      said.set(`${brought.from} ${to.id}`, (body as VisitorSendAnswer).eventId);
      return 'TAKEN';
    }
    return status >= 500 ? 'FAILED' : 'REFUSED';
  }
  const shown = (eventId: string) => deliveryShown(db, account.accountId, eventId);

  return {
    other: { account: otherAccount, end: endOf(otherAccount) },
    newCustomer() {
      const from = `visitor ${++count}`;
      return { from, alsoFrom: undefined, address: from };
    },
    bring,
    async talkWith({ from, address }) {
      await bring({ what: 'MESSAGE', id: messageId(), from, text: 'Hello' });
      await hear(address, 1);
      const channel = await channelOf(from, account);
      const [roomId, channelId] = [channel?.room_id ?? '', channel?.contact_channel_id ?? ''];
      await takeAs(rooms, elena, roomId);
      return async (text) => (await sendText(rooms, elena, { roomId, channelId, text, clientMessageId: messageId() })).eventId;
    },
    wordsOf,
    hear,
    shown,
    async becomes(eventId, expected, withinMs) {
      await until(
        () => shown(eventId),
        (now) => now === expected,
        withinMs,
      );
    },
    async providerIdOf(eventId) {
      const { rows } = await sql<{ channel_seq: number }>`select channel_seq from events where id = ${eventId}::uuid`.execute(
        db.reader(account.accountId),
      );
      return String(rows[0]?.channel_seq);
    },
    quarantined: async () => 0,
    async close() {
      for (const visitor of visitors.values()) (await visitor).leave();
      await app.close();
    },
  };
}
