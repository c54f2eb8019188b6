import { anewIdOf } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { loopBack } from '../../test/loop-back/channel.ts';
import { givenApplication, givenCustomer, sayOn, until } from '../../test/loop-back/customers.ts';
import { startProvider } from '../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';
import type { Tx } from '../platform/transaction.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { deleteMessage } from '../rooms/colleagues/delete-message.ts';
import { editMessage } from '../rooms/colleagues/edit-message.ts';
import { addParticipants, createInternalRoom, removeParticipants, renameRoom } from '../rooms/colleagues/internal-rooms.ts';
import { retryDelivery } from '../rooms/delivery/retry.ts';
import { assignFromQueue, inRooms, receiveText, sendNote, sendText, startDelivering } from '../rooms/index.ts';
import { resolveConversation } from '../rooms/resolve.ts';
import { transferConversation } from '../routing/transfer.ts';
import { undoTransfer } from '../routing/undo-transfer.ts';
import { markRead } from './api.ts';
import { forgetNotifications } from './forget.ts';
import { notifyPeople } from './notify.ts';
import { pushedNotice } from './push/words.ts';
import { pageOfMentions, pageOfNotifications, unreadOf } from './reading.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let elena: Actor;
let dora: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  notifyPeople(database.db, rooms.deps.hub);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  [elena, dora] = [await account.agent('Elena'), await account.agent('Dora')];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});

const change = <T>(work: (tx: Tx) => Promise<T>) => inRooms(database.db, account.accountId, work);
const page = (actor: Actor, size = 30, after?: string) =>
  pageOfNotifications(database.db.reader(account.accountId), actor, { size, ...(after === undefined ? {} : { after }) });
const told = async (actor: Actor) => (await page(actor)).content.map(({ kind, roomName, by }) => [kind, roomName, by?.name ?? null]);

async function waitingOf(name: string) {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { id } = await database.db
    .reader(account.accountId)
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', visitor.roomId)
    .executeTakeFirstOrThrow();
  return { roomId: visitor.roomId, conversationId: id };
}
const give = (by: Actor, at: { roomId: string; conversationId: string }, from: Actor | null, to: Actor) =>
  change((tx) => assignByPerson(tx, by, { ...at, userId: to.userId, expectedUserId: from?.userId ?? null }));

async function forgotten(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await forgetNotifications({}, { query: (text, values) => owner.query(text, values), signal: new AbortController().signal });
  await owner.end();
}

describe('people are told', () => {
  it('of a conversation that another gives to them or takes from them, and of nothing that they do themselves', async () => {
    const at = await waitingOf('Maria');
    await give(elena, at, null, elena);
    expect(await told(elena)).toEqual([]);
    const [elenas, doras] = [await rooms.screenOf(elena), await rooms.screenOf(dora)];
    await give(petar, at, elena, dora);
    expect(await told(elena)).toEqual([['GIVEN_TO_OTHER', 'Maria', 'Petar Test']]);
    expect(await told(dora)).toEqual([['HANDED_OVER', 'Maria', 'Petar Test']]);
    expect(await told(petar)).toEqual([]);
    expect(elenas.of('Notification')).toMatchObject([
      { notification: { kind: 'GIVEN_TO_OTHER', roomId: at.roomId, to: 'Dora Test', readAt: null }, unread: 1 },
    ]);
    expect(doras.of('Notification')).toMatchObject([{ notification: { kind: 'HANDED_OVER', to: null }, unread: 1 }]);
    await give(dora, at, dora, elena);
    expect((await told(elena))[0]).toEqual(['HANDED_OVER', 'Maria', 'Dora Test']);
    expect(await told(dora)).toHaveLength(1);
    await give(petar, at, elena, petar);
    expect((await told(elena))[0]).toEqual(['TAKEN_AWAY', 'Maria', 'Petar Test']);
  });

  it('of a conversation of theirs that another puts into a queue, takes back into one, or resolves; of their own doing nothing', async () => {
    const into = (by: Actor, at: { roomId: string; conversationId: string }, from: Actor | null) =>
      change((tx) =>
        transferConversation(tx, rooms.bus, by, {
          ...at,
          expectedUserId: from?.userId ?? null,
          expectedQueueId: account.queueId,
          to: { type: 'QUEUE', queueId: account.queueId },
          clientTransferId: messageId(),
        }),
      );
    const [put, back, ended] = [await waitingOf('Maria'), await waitingOf('Nadia'), await waitingOf('Olga')];
    for (const at of [put, ended]) await give(elena, at, null, elena);
    await into(petar, put, elena);
    // Nobody held it: nobody is told.
    await into(petar, put, null);
    await give(petar, back, null, elena);
    await change((tx) => undoTransfer(tx, rooms.bus, petar, { ...back, to: { type: 'USER', userId: elena.userId } }));
    await change((tx) => resolveConversation(tx, petar, ended));
    expect((await page(elena)).content.map(({ kind, roomName, by, to }) => [kind, roomName, by?.name, to])).toEqual([
      ['RESOLVED_BY_OTHER', 'Olga', 'Petar Test', null],
      ['PUT_INTO_QUEUE', 'Nadia', 'Petar Test', 'General'],
      ['HANDED_OVER', 'Nadia', 'Petar Test', null],
      ['PUT_INTO_QUEUE', 'Maria', 'Petar Test', 'General'],
    ]);
    const own = [await waitingOf('Rada'), await waitingOf('Sava')] as const;
    for (const at of own) await give(dora, at, null, dora);
    await into(dora, own[0], dora);
    await change((tx) => resolveConversation(tx, dora, own[1]));
    expect([await told(dora), await told(petar)]).toEqual([[], []]);
  });

  it('of a customer without a name by the number at which they are known, on a page that is closed too', async () => {
    const at = await waitingOf('');
    const { accountId: account_id } = account;
    const channel_application_id = await givenApplication(database.db, account, 'SMS');
    await database.db.inAccount(account_id, async (tx) => {
      const { contact_id } = await tx.selectFrom('rooms').select('contact_id').where('id', '=', at.roomId).executeTakeFirstOrThrow();
      const of = { id: newId(), account_id, room_id: at.roomId, contact_id: contact_id ?? '', channel_application_id };
      await tx
        .insertInto('contact_channels')
        .values({ ...of, type: 'SMS', address: '+359888123456' })
        .execute();
    });
    await give(petar, at, null, elena);
    expect(await told(elena)).toEqual([['HANDED_OVER', '+359888123456', 'Petar Test']]);
    const [notification] = (await page(elena)).content;
    const on = database.db.reader(account_id);
    const to = { accountId: account_id, subscriptionId: newId(), roomId: at.roomId, at: 0 };
    const pushed = await pushedNotice(on, { ...to, kind: 'CHANGE', notificationId: notification?.id ?? '' }, 'en');
    expect(pushed?.body).toContain('+359 88 812 3456');
    const event = await on
      .selectFrom('events')
      .select('id')
      .where('room_id', '=', at.roomId)
      .where('type', '=', 'MESSAGE')
      .executeTakeFirstOrThrow();
    const rung = await pushedNotice(on, { ...to, kind: 'MESSAGE', eventId: event.id }, 'en');
    expect(rung?.title).toBe('+359 88 812 3456');
  });

  it('of nothing that a queue gives out, and of nothing that was undone', async () => {
    const at = await waitingOf('Nadia');
    const why = { queue: { id: account.queueId, name: 'General' }, strategy: 'DEFAULT', chosen: null } as const;
    const given = await change((tx) => assignFromQueue(tx, account.accountId, [{ ...at, userId: elena.userId, why }]));
    expect([...given]).toEqual([at.conversationId]);
    expect(await told(elena)).toEqual([]);
    const screen = await rooms.screenOf(dora);
    const undone = change(async (tx) => {
      await assignByPerson(tx, petar, { ...at, userId: dora.userId, expectedUserId: elena.userId });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await told(dora), screen.of('Notification')]).toEqual([[], []]);
  });

  it('of a group that they were added to or taken out of, by its name of that moment: later ones may not be theirs to know', async () => {
    const users = [dora.userId, petar.userId];
    const roomId = await change((tx) => createInternalRoom(tx, elena, { users, roomType: 'GROUP' }));
    const emil = await account.agent('Emil');
    await change((tx) => addParticipants(tx, elena, roomId, [emil.userId, dora.userId]));
    await change((tx) => renameRoom(tx, elena, roomId, 'Returns'));
    // Without a name it is called by the others in it.
    const called = expect.stringMatching(/^(Elena|Dora|Petar)(, (Elena|Dora|Petar)){2}$/);
    expect(await told(emil)).toEqual([['ADDED_TO_GROUP', called, 'Elena Test']]);
    expect(await told(dora)).toHaveLength(1);
    const pia = await account.agent('Pia');
    await change((tx) => addParticipants(tx, elena, roomId, [pia.userId]));
    await change((tx) => removeParticipants(tx, elena, roomId, [pia.userId]));
    await change((tx) => renameRoom(tx, elena, roomId, 'About Pia'));
    expect(await told(pia)).toEqual([
      ['REMOVED_FROM_GROUP', 'Returns', 'Elena Test'],
      ['ADDED_TO_GROUP', 'Returns', 'Elena Test'],
    ]);
    // Whoever leaves needs not be told.
    await change((tx) => removeParticipants(tx, elena, roomId, [elena.userId]));
    expect(await told(elena)).toEqual([]);
  });

  it('several of one message by as many statements as one', async () => {
    const others = [dora, petar, await account.agent('Pia'), await account.agent('Ivo')];
    const roomId = await change((tx) =>
      createInternalRoom(tx, elena, { users: others.map(({ userId }) => userId), roomType: 'GROUP', name: 'Shift' }),
    );
    const statements = async (named: readonly Actor[]) => {
      const mentions = named.map(({ userId }, place) => ({ userId, from: place, length: 1 }));
      const asked = vi.spyOn(pg.Client.prototype, 'query');
      await sendText(rooms.deps, elena, { clientMessageId: messageId(), roomId, channelId: 'internal', text: '@@@@', mentions });
      const { length } = asked.mock.calls.filter(([one]) => JSON.stringify(one).includes('notifications'));
      asked.mockRestore();
      return length;
    };
    const one = await statements([dora]);
    expect(one).toBeGreaterThan(2);
    expect(await statements(others)).toBe(one);
    expect((await page(dora)).unread).toBe(3);
  });

  it('of a message that names them, once, and find it again until it names them no more, is deleted, or its room is out of their sight', async () => {
    const pair = await change((tx) =>
      createInternalRoom(tx, elena, { users: [dora.userId, petar.userId], roomType: 'GROUP', name: 'Shift' }),
    );
    const naming = (text: string, ...people: Actor[]) => ({
      text,
      mentions: people.map(({ userId, name }) => ({ userId, from: text.indexOf(`@${name}`), length: name.length + 1 })),
    });
    const say = (by: Actor, text: string, ...people: Actor[]) =>
      sendText(rooms.deps, by, { clientMessageId: messageId(), roomId: pair, channelId: 'internal', ...naming(text, ...people) });
    const mentions = async (actor: Actor, size = 30, after?: string) =>
      (await pageOfMentions(database.db.reader(account.accountId), actor, { size, ...(after === undefined ? {} : { after }) })).content;
    const screen = await rooms.screenOf(dora);
    const first = await say(elena, '@Dora Test and @Elena Test', dora, elena);
    const second = await say(elena, 'Once more @Dora Test', dora);
    expect((await told(dora)).slice(0, 2)).toEqual([
      ['MENTIONED', 'Shift', 'Elena Test'],
      ['MENTIONED', 'Shift', 'Elena Test'],
    ]);
    expect(screen.of('Notification')).toMatchObject([{ notification: { kind: 'MENTIONED', roomEventId: first.eventId } }, { unread: 3 }]);
    // Nobody is told of themselves, and nobody who was not named.
    expect([await told(elena), await mentions(elena), await mentions(petar)]).toEqual([[], [], []]);
    expect((await mentions(dora)).map(({ text }) => text)).toEqual(['Once more @Dora Test', '@Dora Test and @Elena Test']);
    const [newest] = await mentions(dora, 1);
    expect((await mentions(dora, 1, newest?.notification.id)).map(({ text }) => text)).toEqual(['@Dora Test and @Elena Test']);

    const place = { roomId: pair, eventId: second.eventId };
    const count = (await told(dora)).length;
    // Of what names them still nothing is new.
    await editMessage(rooms.deps, elena, place, naming('Once again @Dora Test', dora));
    expect((await told(dora)).length).toBe(count);
    await editMessage(rooms.deps, elena, place, naming('Never mind'));
    expect([(await mentions(dora)).length, (await told(dora)).length]).toEqual([1, count - 1]);
    expect(screen.of('Notification').at(-1)).toMatchObject({ notification: null, unread: 2 });
    await editMessage(rooms.deps, elena, place, naming('@Dora Test, @Petar Test', dora, petar));
    expect([(await mentions(dora)).length, (await told(dora)).length, (await mentions(petar)).length]).toEqual([2, count, 1]);
    await deleteMessage(rooms.deps, elena, place);
    expect([(await mentions(dora)).length, (await mentions(petar)).length]).toEqual([1, 0]);
    // Nor is it counted among what is unread.
    expect((await told(dora)).length).toBe(count - 1);
    expect(screen.of('Notification').at(-1)).toEqual({
      notification: null,
      unread: await unreadOf(database.db.reader(account.accountId), dora.userId),
    });
    await change((tx) => removeParticipants(tx, elena, pair, [dora.userId]));
    expect(await mentions(dora)).toEqual([]);
  });

  it('of a note that names them, with where it stands', async () => {
    const at = await waitingOf('Maria');
    const text = '@Petar Test, please look';
    const mentions = [{ userId: petar.userId, from: 0, length: 11 }];
    const { eventId } = await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: at.roomId, text, mentions });
    expect((await page(petar)).content[0]).toMatchObject({
      kind: 'MENTIONED',
      roomEventId: eventId,
      privateMessage: true,
      roomName: 'Maria',
    });
  });

  it('of a message that a provider refused, once, and of one whose outcome nobody knows', async () => {
    const provider = await startProvider({ knowsKeys: false });
    rooms.deps.channels.register(loopBack({ type: 'SMS', origin: provider.origin, takesKey: false, timeoutMs: 2000 }));
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', await givenApplication(database.db, account, 'SMS'));
    const delivering = startDelivering(rooms.deps, openLog('silent'));
    try {
      const say = (text: string) =>
        sayOn(rooms.deps, elena, 'SMS', {
          clientMessageId: messageId(),
          roomId: customer.roomId,
          channelId: customer.contactChannelId,
          text,
        });
      const kinds = async () => (await page(elena)).content.map(({ kind }) => kind);
      provider.behave(() => ({ do: 'refuse', reason: 'No such number', final: true }));
      await say('One');
      await until(kinds, (now) => now.length === 1);
      provider.behave(() => ({ do: 'hang' }));
      await say('Two');
      expect(await until(kinds, (now) => now.length === 2)).toEqual(['DELIVERY_UNKNOWN', 'NOT_DELIVERED']);
      const { content } = await page(elena);
      expect(content.map(({ by }) => by)).toEqual([null, null]);
      // Each leads to its own message.
      const { content: said } = await newestEvents(database.db.reader(account.accountId), customer.roomId, false, 30);
      const textOf = (id: string | null) => said.find((event) => event.id === id)?.eventData.message?.text;
      expect(content.map(({ roomEventId }) => textOf(roomEventId))).toEqual(['Two', 'One']);
      // And says over which channel it went, and its words.
      expect(content.map(({ message }) => message)).toEqual(['Two', 'One'].map((text) => ({ channelType: 'SMS', type: 'SMS', text })));
      // Sent again, by whomever, it is dealt with: on every screen.
      const screen = await rooms.screenOf(elena);
      const [unknown, refused] = content;
      provider.behave(() => ({ do: 'accept' }));
      const again = { roomId: customer.roomId, roomEventId: refused?.roomEventId ?? '' };
      await change((tx) => retryDelivery(rooms.deps, tx, petar, again));
      const readOf = async () => (await page(elena)).content.map(({ readAt }) => readAt !== null);
      expect(await readOf()).toEqual([false, true]);
      expect(screen.of('Notification')).toEqual([{ notification: null, unread: 1 }]);
      const clientMessageId = anewIdOf(unknown?.roomEventId ?? '');
      const { roomId, contactChannelId: channelId } = customer;
      await sayOn(rooms.deps, elena, 'SMS', { clientMessageId, roomId, channelId, text: 'Two, once more' });
      expect(await readOf()).toEqual([true, true]);
      expect(screen.of('Notification').at(-1)).toEqual({ notification: null, unread: 0 });
    } finally {
      await delivering.stop();
      await provider.close();
    }
  });
});

describe('notifications', () => {
  it('come by pages, newest first, and are marked as read one by one or up to one, on every screen', async () => {
    const names = ['Maria', 'Nadia', 'Olga'];
    for (const name of names) await give(petar, await waitingOf(name), null, elena);
    const [newest, middle, oldest] = (await page(elena)).content;
    expect([newest?.roomName, middle?.roomName, oldest?.roomName]).toEqual(names.toReversed());
    const first = await page(elena, 2);
    expect([first.content.length, first.last, first.unread]).toEqual([2, false, 3]);
    const second = await page(elena, 2, first.content[1]?.id);
    expect([second.content.map(({ id }) => id), second.last]).toEqual([[oldest?.id], true]);

    const screen = await rooms.screenOf(elena);
    const read = (which: { id: string } | { upTo: string }) => markRead(database.db, rooms.deps.hub, elena, which);
    expect(await read({ id: newest?.id ?? '' })).toBe(2);
    expect(await read({ id: newest?.id ?? '' })).toBe(2);
    expect(await read({ upTo: middle?.id ?? '' })).toBe(0);
    expect(screen.of('Notification')).toEqual([
      { notification: null, unread: 2 },
      { notification: null, unread: 0 },
    ]);
    expect((await page(elena)).content.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  it('of one moment are counted one after the other: what was told last of them is how many there are', async () => {
    const screen = await rooms.screenOf(dora);
    const chats = await Promise.all(
      Array.from({ length: 12 }, async (_, place) => {
        const lead = await account.agent(`Lead ${place}`);
        const roomId = await change((tx) =>
          createInternalRoom(tx, lead, { users: [dora.userId, petar.userId], roomType: 'GROUP', name: `Shift ${place}` }),
        );
        return { lead, roomId };
      }),
    );
    const mentions = [{ userId: dora.userId, from: 0, length: 5 }];
    await Promise.all(
      chats.map(({ lead, roomId }) =>
        sendText(rooms.deps, lead, { clientMessageId: messageId(), roomId, channelId: 'internal', text: '@Dora', mentions }),
      ),
    );
    // Of being added, and of being named.
    const told = Array.from({ length: 2 * chats.length }, (_, place) => place + 1);
    expect(screen.of('Notification').map(({ unread }) => unread)).toEqual(told);
    expect((await page(dora)).unread).toBe(told.length);
  });

  it('are nobody else’s: neither a colleague nor another account reads or marks them', async () => {
    await give(petar, await waitingOf('Maria'), null, elena);
    const [own] = (await page(elena)).content;
    const other = await givenAccount(database.db, 'Orion');
    const stranger = { ...(await other.agent('Stefan', { role: 'admin' })) };
    for (const actor of [dora, petar, stranger, { ...stranger, userId: elena.userId }]) {
      const seen = await pageOfNotifications(database.db.reader(actor.accountId), actor, { size: 30 });
      expect(seen.content).toEqual([]);
      await markRead(database.db, rooms.deps.hub, actor, { upTo: own?.id ?? '' });
    }
    expect((await page(elena)).unread).toBe(1);
  });

  it('of a mention is read with the message where it stands, in the list of mentions too, and nobody else’s is', async () => {
    const at = await waitingOf('Maria');
    const sava = await account.agent('Sava', { role: 'admin', inQueue: false });
    const mentions = [petar, sava].map(({ userId }, place) => ({ userId, from: place, length: 1 }));
    const note = () => sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: at.roomId, text: '@@', mentions });
    const [first, second] = [await note(), await note()];
    const screen = await rooms.screenOf(petar);
    expect(await markRead(database.db, rooms.deps.hub, petar, { roomEventIds: [first.eventId] })).toBe(1);
    expect(screen.of('Notification')).toEqual([{ notification: null, unread: 1 }]);
    const readOf = async (actor: Actor) => {
      const { content } = await pageOfMentions(database.db.reader(account.accountId), actor, { size: 30 });
      return content.map(({ notification }) => [notification.roomEventId, notification.readAt !== null]);
    };
    expect(await readOf(petar)).toEqual([
      [second.eventId, false],
      [first.eventId, true],
    ]);
    expect((await readOf(sava)).some(([, isRead]) => isRead)).toBe(false);
  });

  it('of a room are read by looking at it, but for what tells of one of its events, and nobody else’s are', async () => {
    const [at, other] = [await waitingOf('Maria'), await waitingOf('Nadia')];
    for (const one of [at, other]) await give(petar, one, null, elena);
    const mentions = [{ userId: elena.userId, from: 0, length: 11 }];
    await sendNote(rooms.deps, petar, { clientMessageId: messageId(), roomId: at.roomId, text: '@Elena Test', mentions });
    await give(elena, other, elena, dora);
    await give(petar, other, dora, elena);
    const screen = await rooms.screenOf(elena);
    expect(await markRead(database.db, rooms.deps.hub, elena, { roomId: at.roomId })).toBe(2);
    expect(await markRead(database.db, rooms.deps.hub, elena, { roomId: at.roomId })).toBe(2);
    expect(screen.of('Notification')).toEqual([{ notification: null, unread: 2 }]);
    const unread = (await page(elena)).content.filter(({ readAt }) => readAt === null).map(({ kind, roomId }) => [kind, roomId]);
    expect(unread).toEqual([
      ['HANDED_OVER', other.roomId],
      ['MENTIONED', at.roomId],
    ]);
    expect((await page(dora)).unread).toBe(2);
  });

  it('of a room are read by whoever does something with its conversation, wherever they do it from', async () => {
    const [back, done] = [await waitingOf('Maria'), await waitingOf('Nadia')];
    for (const one of [back, done]) await give(petar, one, null, elena);
    const screen = await rooms.screenOf(elena);
    await give(elena, back, elena, petar);
    expect((await page(elena)).unread).toBe(1);
    await change((tx) => resolveConversation(tx, elena, done));
    expect((await page(elena)).unread).toBe(0);
    expect(screen.of('Notification')).toEqual([
      { notification: null, unread: 1 },
      { notification: null, unread: 0 },
    ]);
  });

  it('of mentions stay for as long as the message', async () => {
    const at = await waitingOf('Maria');
    const mentions = [{ userId: petar.userId, from: 0, length: 11 }];
    await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: at.roomId, text: '@Petar Test', mentions });
    await database.db
      .reader(account.accountId)
      .updateTable('notifications')
      .set({ at: sql`now() - interval '91 days'` })
      .where('user_id', '=', petar.userId)
      .execute();
    await forgotten();
    expect((await page(petar)).content).toHaveLength(1);
  });

  it('are kept for 90 days', async () => {
    for (const name of ['Maria', 'Nadia']) await give(petar, await waitingOf(name), null, elena);
    const [newest, oldest] = (await page(elena)).content;
    await database.db
      .reader(account.accountId)
      .updateTable('notifications')
      .set({ at: sql`now() - interval '91 days'` })
      .where('id', '=', oldest?.id ?? '')
      .execute();
    await forgotten();
    expect((await page(elena)).content.map(({ id }) => id)).toEqual([newest?.id]);
  });
});
