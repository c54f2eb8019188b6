import type { RoomListQuery } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { listRooms } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import type { Tx } from '../platform/database.ts';
import { Problem } from '../platform/problem.ts';
import { takeAs } from './acting.ts';
import { assignByPerson } from './assign.ts';
import { compareDigest } from './reading/catch-up.ts';
import { readCounters } from './reading/counters.ts';
import { readRooms } from './reading/room-view.ts';
import { receiveText } from './receive.ts';
import { resolveConversation } from './resolve.ts';
import { sendText } from './send.ts';
import { snoozeConversation, wakeByPerson } from './snooze.ts';
import { inRooms } from './work.ts';

const NOW = Date.parse('2026-12-02T10:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const later = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let dora: Actor;
let emil: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  [dora, emil] = [await account.agent('Dora'), await account.agent('Emil', { inQueue: false })];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});

const reader = () => database.db.reader(account.accountId);
const changing = <T>(work: (tx: Tx) => Promise<T>) => inRooms(database.db, account.accountId, work);
type Place = { roomId: string; conversationId: string };
const placeOf = async (roomId: string): Promise<Place> => ({
  roomId,
  conversationId: (
    await reader().selectFrom('conversations').select('id').where('room_id', '=', roomId).orderBy('id', 'desc').executeTakeFirstOrThrow()
  ).id,
});

/** A conversation that Dora holds. */
async function held(name = 'Maria') {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await takeAs(rooms.deps, dora, visitor.roomId);
  return { ...(await placeOf(visitor.roomId)), visitor };
}
const snooze = (actor: Actor, { roomId, conversationId }: Place, until: string | null, expected = dora) =>
  changing((tx) => snoozeConversation(tx, actor, { roomId, conversationId, expectedUserId: expected.userId, until }, NOW));
const wake = (actor: Actor, { roomId, conversationId }: Place, expected = dora) =>
  changing((tx) => wakeByPerson(tx, actor, { roomId, conversationId, expectedUserId: expected.userId }));
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
const rowOf = ({ conversationId }: Place) =>
  reader()
    .selectFrom('conversations')
    .select(['state', 'assigned_user_id', 'snoozed_until', 'wakes_at'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
const snoozeOf = async ({ roomId, conversationId }: Place) =>
  (await readRooms(reader(), [roomId]))[0]?.roomConversations.find(({ id }) => id === conversationId)?.snooze;
const entries = ({ roomId }: Place) =>
  reader()
    .selectFrom('events')
    .select(['type', 'origin_name', 'modified_value', 'reason', 'channel_seq'])
    .where('room_id', '=', roomId)
    .where('type', 'in', ['SNOOZED', 'WOKEN'])
    .orderBy('seq')
    .execute();

describe('a conversation', () => {
  it('is snoozed by its holder until a time, stays theirs, and says so to everybody but the customer', async () => {
    const one = await held();
    const screen = await rooms.screenOf(dora);
    rooms.told.length = 0;
    await snooze(dora, one, later(HOUR));
    expect(await rowOf(one)).toEqual({
      state: 'ASSIGNED',
      assigned_user_id: dora.userId,
      snoozed_until: later(HOUR),
      wakes_at: later(HOUR),
    });
    expect(await snoozeOf(one)).toEqual({ until: later(HOUR) });
    expect(await entries(one)).toEqual([
      { type: 'SNOOZED', origin_name: 'Dora Test', modified_value: later(HOUR), reason: null, channel_seq: null },
    ]);
    const [told] = screen.of('ConversationState') as [{ conversation: { snooze: unknown } }];
    expect(told.conversation.snooze).toEqual({ until: later(HOUR) });
    const messages = rooms.told
      .filter(([what]) => what === 'stored')
      .flatMap(([, , stored]) => stored as Array<{ judged: { channel_seq: number | null } }>);
    expect(messages.map(({ judged }) => judged.channel_seq)).toEqual([null]);
  });

  it('stays awake where its customer has written what whoever lays it aside was not shown', async () => {
    const one = await held();
    const beside = (expectedPublicNo: number, until: string | null) => {
      const { roomId, conversationId } = one;
      return changing((tx) =>
        snoozeConversation(tx, dora, { roomId, conversationId, expectedUserId: dora.userId, expectedPublicNo, until }, NOW),
      );
    };
    await receiveText(rooms.deps, { ...one.visitor, text: 'Still there?', clientMessageId: messageId() });
    for (const until of [null, later(HOUR)]) expect(await refusalOf(beside(1, until))).toBe('CONVERSATION_WRITTEN_SINCE');
    expect(await snoozeOf(one)).toBeNull();
    await beside(2, null);
    expect(await snoozeOf(one)).toEqual({ until: null });
  });

  it('gets a new time, sleeps until the customer writes, and is woken by hand; what is asked again changes nothing', async () => {
    const one = await held();
    await snooze(dora, one, later(HOUR));
    await snooze(dora, one, null);
    await snooze(dora, one, null);
    expect([await snoozeOf(one), (await rowOf(one)).wakes_at]).toEqual([{ until: null }, null]);
    await wake(dora, one);
    await wake(dora, one);
    expect(await snoozeOf(one)).toBeNull();
    expect((await entries(one)).map(({ type, modified_value }) => [type, modified_value])).toEqual([
      ['SNOOZED', later(HOUR)],
      ['SNOOZED', null],
      ['WOKEN', null],
    ]);
  });

  it('is snoozed and woken for its holder by who may reassign, and by nobody else', async () => {
    const one = await held();
    await snooze(petar, one, null);
    expect((await rowOf(one)).assigned_user_id).toBe(dora.userId);
    await wake(petar, one);
    expect(await snoozeOf(one)).toBeNull();
    const visible = await account.agent('Vera');
    // They have talked with this customer before, and so see the room.
    await changing((tx) => assignByPerson(tx, petar, { ...one, userId: visible.userId, expectedUserId: dora.userId }));
    expect(await refusalOf(snooze(dora, one, null, visible))).toBe('CONVERSATION_NOT_YOURS');
    expect(await refusalOf(snooze(dora, one, null, dora))).toBe('CONVERSATION_TAKEN');
    expect(await refusalOf(snooze(emil, one, null, visible))).toBe('ROOM_NOT_FOUND');
  });

  it('is not snoozed into the past or for more than 90 days, nor when nobody holds it or it has ended', async () => {
    const one = await held();
    expect(await refusalOf(snooze(dora, one, later(0)))).toBe('SNOOZE_TIME_PASSED');
    expect(await refusalOf(snooze(dora, one, later(90 * DAY + 1)))).toBe('SNOOZE_TOO_LONG');
    expect(await refusalOf(snooze(dora, one, later(90 * DAY)))).toBeNull();
    expect(await refusalOf(snooze(dora, { ...one, conversationId: one.roomId }, null))).toBe('CONVERSATION_NOT_FOUND');
    const visitor = await account.visitor('Ivan');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    expect(await refusalOf(snooze(dora, await placeOf(visitor.roomId), null))).toBe('CONVERSATION_NOT_HELD');
    await changing((tx) => resolveConversation(tx, dora, one));
    expect(await refusalOf(snooze(dora, one, null))).toBe('CONVERSATION_RESOLVED');
  });

  it('is awake once it is resolved or given to another', async () => {
    const [one, other] = [await held('Maria'), await held('Ivan')];
    await snooze(dora, one, later(HOUR));
    await changing((tx) => resolveConversation(tx, dora, one));
    await snooze(dora, other, later(HOUR));
    await changing((tx) => assignByPerson(tx, dora, { ...other, userId: emil.userId, expectedUserId: dora.userId }));
    for (const place of [one, other]) expect([await snoozeOf(place), (await rowOf(place)).wakes_at]).toEqual([null, null]);
  });
});

describe('what the customer writes', () => {
  it('makes it due by the statement that stores it; what the agent writes, and what comes into another room, does not', async () => {
    const [one, other] = [await held('Maria'), await held('Ivan')];
    await snooze(dora, one, later(HOUR));
    await snooze(dora, other, null);
    await sendText(rooms.deps, dora, {
      clientMessageId: messageId(),
      roomId: one.roomId,
      channelId: one.visitor.contactChannelId,
      text: 'Soon',
    });
    expect((await rowOf(one)).wakes_at).toBe(later(HOUR));
    const judged = await receiveText(rooms.deps, { ...other.visitor, text: 'Here', clientMessageId: messageId() });
    expect(judged.wakes).toBe(true);
    expect([(await rowOf(one)).wakes_at, (await rowOf(other)).wakes_at]).toEqual([later(HOUR), '1970-01-01T00:00:00.000Z']);
    const awake = await receiveText(rooms.deps, { ...(await held('Vera')).visitor, text: 'Here', clientMessageId: messageId() });
    expect(awake.wakes).toBe(false);
  });

  it('is not put off by a new time that is given in that moment', async () => {
    const one = await held();
    await snooze(dora, one, null);
    await receiveText(rooms.deps, { ...one.visitor, text: 'Here', clientMessageId: messageId() });
    await snooze(dora, one, later(HOUR));
    expect((await rowOf(one)).wakes_at).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('the lists', () => {
  const list = (view: 'mine' | 'snoozed', size = 10, after?: string) =>
    listRooms(reader(), dora, {
      page: 0,
      size,
      sort: 'lastEventTimestamp,asc',
      include: 'PARTICIPANTS,CONVERSATIONS',
      room_state: 'ASSIGNED',
      view,
      ...(after === undefined ? {} : { after }),
    } satisfies RoomListQuery);
  const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).content.map(({ id }) => id);

  it('have what sleeps apart from mine, in the order in which it wakes, by pages too; it stays part of the work', async () => {
    const [awake, monday, tomorrow, written, other] = [await held(), await held(), await held(), await held(), await held()];
    await snooze(dora, monday, later(5 * DAY));
    await snooze(dora, tomorrow, later(DAY));
    await snooze(dora, written, null);
    await snooze(dora, other, null);
    const open = [written.roomId, other.roomId].sort();
    const inOrder = [tomorrow.roomId, monday.roomId, ...open];
    expect(await idsOf('mine')).toEqual([awake.roomId]);
    expect(await idsOf('snoozed')).toEqual(inOrder);
    const pages: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await list('snoozed', 1, next ?? undefined);
      pages.push(...page.content.map(({ id }) => id));
      next = page.next;
    } while (next !== null && pages.length < 10);
    expect(pages).toEqual(inOrder);
    expect((await list('snoozed', 3)).totalElements).toBe(4);
    expect((await readCounters(reader(), dora)).snoozedConversations).toBe(4);
    expect((await compareDigest(reader(), dora, { count: 5, digest: '' })).inStep).toBe(false);
    await wake(dora, monday);
    expect(await idsOf('mine')).toEqual(expect.arrayContaining([awake.roomId, monday.roomId]));
    expect(await idsOf('snoozed')).toEqual([tomorrow.roomId, ...open]);
  });

  it('are each person’s own: a colleague’s sleep is nobody else’s', async () => {
    const one = await held();
    await snooze(dora, one, null);
    expect((await readCounters(reader(), petar)).snoozedConversations).toBe(0);
  });
});
