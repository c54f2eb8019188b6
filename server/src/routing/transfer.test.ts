import type { NewTransfer } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms, receiveText, takeAs } from '../rooms/index.ts';
import { readMemberships } from '../rooms/reading/room-view.ts';
import { resolveConversation } from '../rooms/resolve.ts';
import { keepPresence, setChatStatus } from './presence.ts';
import { type Transfer, transferConversation } from './transfer.ts';
import { transferTargets } from './transfer-targets.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let dora: Actor;
let emil: Actor;
let petar: Actor;
let complaints: string;
let roomId: string;
let conversationId: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  [dora, emil] = [await account.agent('Dora'), await account.agent('Emil', { inQueue: false })];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
  complaints = newId();
  const queue = { id: complaints, account_id: account.accountId, name: 'Complaints' };
  await database.db.inAccount(account.accountId, (tx) => tx.insertInto('queues').values(queue).execute());
  ({ roomId, conversationId } = await arrives('Maria'));
  await takeAs(rooms.deps, dora, roomId);
});

const reader = () => database.db.reader(account.accountId);

async function arrives(name: string) {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', visitor.roomId).executeTakeFirstOrThrow();
  return { roomId: visitor.roomId, conversationId: id };
}

/** From the default queue, under an id that nobody used before, unless it says otherwise. */
type Told = Pick<NewTransfer, 'to' | 'expectedUserId'> & Partial<Omit<Transfer, 'to' | 'expectedUserId'>>;
const hand = (actor: Actor, told: Told) => {
  const transfer = { roomId, conversationId, expectedQueueId: account.queueId, clientTransferId: messageId(), ...told };
  return inRooms(database.db, account.accountId, (tx) => transferConversation(tx, rooms.bus, actor, transfer));
};
const toUser = (who: Actor) => ({ type: 'USER', userId: who.userId }) as const;
const toQueue = (queueId: string) => ({ type: 'QUEUE', queueId }) as const;
/** Was added, and has neither a password nor ever been here. */
const invited = async (name: string) => {
  const who = await account.agent(name, { inQueue: false });
  await database.db.inAccount(account.accountId, (tx) => tx.deleteFrom('user_presence').where('user_id', '=', who.userId).execute());
  return who;
};
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );

const conversation = () =>
  reader()
    .selectFrom('conversations')
    .select(['state', 'assigned_user_id', 'queue_id'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
const entries = () =>
  reader()
    .selectFrom('events')
    .select(['type', 'reason', 'origin_name', 'modified_value', 'private', 'channel_seq', 'message'])
    .where('room_id', '=', roomId)
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();

describe('a conversation is handed on', () => {
  it('to a colleague, who holds it then, with a note that no customer gets', async () => {
    rooms.told.length = 0;
    await hand(dora, { to: toUser(emil), expectedUserId: dora.userId, note: 'She is angry: the second delay' });
    expect(await conversation()).toMatchObject({ state: 'ASSIGNED', assigned_user_id: emil.userId });
    const [note, given] = await entries();
    expect(given).toMatchObject({ type: 'USER_ASSIGNED', reason: 'ASSIGN_REASON_HANDED_OVER', origin_name: 'Dora Test' });
    expect(note).toMatchObject({ private: true, channel_seq: null, origin_name: 'Dora Test' });
    expect(JSON.stringify(note?.message)).toContain('the second delay');
    const toCustomers = rooms.told.filter(([what]) => what === 'conversations');
    expect(JSON.stringify(toCustomers)).not.toContain('the second delay');
  });

  it('to a queue, whose agents see it at the place of its beginning, and Dora no longer holds it', async () => {
    const later = await arrives('Later');
    await hand(petar, { to: toQueue(complaints), expectedUserId: null, ...later });
    await hand(dora, { to: toQueue(complaints), expectedUserId: dora.userId, note: 'A complaint' });
    expect(await conversation()).toEqual({ state: 'UNASSIGNED', assigned_user_id: null, queue_id: complaints });
    const line = await reader().selectFrom('waiting').select(['room_id', 'queue_id']).orderBy('place').execute();
    expect(line).toEqual([
      { room_id: roomId, queue_id: complaints },
      { room_id: later.roomId, queue_id: complaints },
    ]);
    const [note, moved] = await entries();
    expect(moved).toMatchObject({
      type: 'ENTER_QUEUE',
      reason: 'QUEUE_REASON_TRANSFERRED',
      origin_name: 'Dora Test',
      modified_value: 'Complaints',
    });
    expect(note?.private).toBe(true);
  });

  it('by a supervisor, also while it waits or somebody else holds it, and to themselves', async () => {
    await hand(petar, { to: toUser(emil), expectedUserId: dora.userId });
    expect((await conversation()).assigned_user_id).toBe(emil.userId);
    await hand(petar, { to: toQueue(complaints), expectedUserId: emil.userId });
    await hand(petar, { to: toQueue(account.queueId), expectedUserId: null, expectedQueueId: complaints });
    expect((await conversation()).queue_id).toBe(account.queueId);
    await hand(petar, { to: toUser(petar), expectedUserId: null });
    expect((await conversation()).assigned_user_id).toBe(petar.userId);
  });

  it('only by its holder or who may reassign, only from whom it is thought to be, and only where there is somebody', async () => {
    const away = await account.agent('Nobody');
    await database.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', away.userId).execute(),
    );
    const other = await givenAccount(database.db, 'Orion');
    const stranger = await other.agent('Stranger');
    const held = { expectedUserId: dora.userId };
    expect(await refusalOf(hand(emil, { to: toUser(emil), ...held }))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(hand(dora, { to: toUser(away), ...held }))).toBe('USER_NOT_FOUND');
    expect(await refusalOf(hand(dora, { to: toUser(stranger), ...held }))).toBe('USER_NOT_FOUND');
    expect(await refusalOf(hand(dora, { to: toQueue(other.queueId), ...held }))).toBe('QUEUE_NOT_FOUND');
    expect(await refusalOf(hand(petar, { to: toQueue(complaints), expectedUserId: emil.userId }))).toBe('CONVERSATION_TAKEN');
    expect((await conversation()).assigned_user_id).toBe(dora.userId);
    await hand(dora, { to: toQueue(account.queueId), ...held });
    expect(await refusalOf(hand(dora, { to: toQueue(account.queueId), expectedUserId: null }))).toBe('CONVERSATION_NOT_YOURS');
    await takeAs(rooms.deps, dora, roomId);
    await inRooms(database.db, account.accountId, (tx) => resolveConversation(tx, dora, { roomId, conversationId }));
    expect(await refusalOf(hand(petar, { to: toQueue(complaints), ...held }))).toBe('CONVERSATION_RESOLVED');
  });

  it('to one place only, when two supervisors move it at once, and the other one is told that it was moved or who has it', async () => {
    const elisaveta = await account.agent('Elisaveta', { role: 'supervisor', inQueue: false });
    await hand(dora, { to: toQueue(account.queueId), expectedUserId: dora.userId });
    const repairs = newId();
    const queue = { id: repairs, account_id: account.accountId, name: 'Repairs' };
    await database.db.inAccount(account.accountId, (tx) => tx.insertInto('queues').values(queue).execute());
    const waits = { expectedUserId: null };
    const moved = await Promise.all([
      refusalOf(hand(petar, { to: toQueue(complaints), ...waits })),
      refusalOf(hand(elisaveta, { to: toQueue(repairs), ...waits })),
    ]);
    expect(moved.toSorted()).toEqual(['CONVERSATION_MOVED', null]);
    const { queue_id: queueId } = await conversation();
    expect(queueId).toBe(moved[0] === null ? complaints : repairs);
    const [one, other] = await Promise.all([
      refusalOf(hand(petar, { to: toUser(emil), ...waits, expectedQueueId: queueId, note: 'from Petar' })),
      refusalOf(hand(elisaveta, { to: toUser(emil), ...waits, expectedQueueId: queueId, note: 'from Elisaveta' })),
    ]);
    expect([one, other].toSorted()).toEqual(['CONVERSATION_TAKEN', null]);
    const notes = await reader()
      .selectFrom('events')
      .select('origin_name')
      .where('room_id', '=', roomId)
      .where('private', '=', true)
      .execute();
    expect(notes).toEqual([{ origin_name: one === null ? 'Petar Test' : 'Elisaveta Test' }]);
  });

  it('not when it was given back meanwhile: nobody has taken it then, and no name is said', async () => {
    await hand(dora, { to: toQueue(account.queueId), expectedUserId: dora.userId });
    for (const to of [toUser(emil), toQueue(complaints)])
      expect(await refusalOf(hand(petar, { to, expectedUserId: dora.userId }))).toBe('CONVERSATION_MOVED');
  });

  it('once, however often it is asked under one id, and another under that id is refused', async () => {
    const id = messageId();
    const first = { to: toUser(emil), expectedUserId: dora.userId, note: 'She is angry', clientTransferId: id };
    await Promise.all([hand(dora, first), hand(dora, first)]);
    await hand(dora, first);
    const count = async (type: string) =>
      (await reader().selectFrom('events').select('id').where('room_id', '=', roomId).where('type', '=', type).execute()).length;
    // Dora took it herself before.
    expect([await count('USER_ASSIGNED'), await count('MESSAGE')]).toEqual([2, 2]);
    const others: Told[] = [
      { ...first, to: toQueue(complaints) },
      { ...first, to: toUser(petar) },
      { ...first, note: 'She is not' },
      { ...first, ...(await arrives('Other')) },
    ];
    for (const other of others) expect(await refusalOf(hand(dora, other))).toBe('CLIENT_TRANSFER_ID_USED');
    const moved = { to: toQueue(complaints), expectedUserId: emil.userId, clientTransferId: messageId() };
    await hand(petar, moved);
    await hand(petar, moved);
    expect(await count('ENTER_QUEUE')).toBe(2);
    // Of what stayed where it was the note alone is kept.
    const noted = { to: toUser(emil), expectedUserId: null, expectedQueueId: complaints, note: 'Yours', clientTransferId: messageId() };
    await hand(petar, noted);
    const again = { ...noted, expectedUserId: emil.userId, clientTransferId: messageId() };
    for (let times = 0; times < 2; times++) await hand(petar, again);
    expect([await count('USER_ASSIGNED'), await count('MESSAGE')]).toEqual([3, 4]);
  });

  it('to nobody who was only invited, by whichever way, and they are not offered; once they have joined they are', async () => {
    const nora = await invited('Nora');
    const offered = async () => (await transferTargets(reader(), 'Nora')).people.map(({ firstName }) => firstName);
    const byAssign = { roomId, conversationId, userId: nora.userId, expectedUserId: dora.userId };
    expect(await refusalOf(hand(dora, { to: toUser(nora), expectedUserId: dora.userId }))).toBe('USER_NEVER_CAME');
    expect(await refusalOf(inRooms(database.db, account.accountId, (tx) => assignByPerson(tx, dora, byAssign)))).toBe('USER_NEVER_CAME');
    expect([(await conversation()).assigned_user_id, await offered()]).toEqual([dora.userId, []]);
    const password = { account_id: account.accountId, user_id: nora.userId, password_hash: 'chosen' };
    await database.db.inAccount(account.accountId, (tx) => tx.insertInto('user_credentials').values(password).execute());
    expect(await offered()).toEqual(['Nora']);
    await hand(dora, { to: toUser(nora), expectedUserId: dora.userId });
    expect((await conversation()).assigned_user_id).toBe(nora.userId);
  });

  it('with a note that its writer has seen, and whoever gets it has not', async () => {
    const screen = await rooms.screenOf(dora);
    await hand(dora, { to: toUser(emil), expectedUserId: dora.userId, note: 'She is angry' });
    const seen = async ({ userId }: Actor) => (await readMemberships(reader(), userId, [roomId])).get(roomId)?.seenPrivateNo;
    expect([await seen(dora), await seen(emil)]).toEqual([1, 0]);
    expect(screen.of('RoomMembership').at(-1)).toMatchObject({ roomId, seenPrivateNo: 1 });
  });

  it('and nothing of it stands when the note cannot be', async () => {
    await expect(hand(dora, { to: toUser(emil), expectedUserId: dora.userId, note: 'nul \u0000' })).rejects.toThrow();
    expect((await conversation()).assigned_user_id).toBe(dora.userId);
  });
});

it('whoever is ready stands first among those to whom it could go, with what they hold; queues say who is ready there', async () => {
  const hub = createHub(rooms.bus);
  const deps = { db: database.db, bus: rooms.bus, hub, log: openLog('silent') };
  const leases = keepPresence(deps, newId());
  await leases.arrived(dora);
  await setChatStatus(deps, dora, 'ready');
  const all = await transferTargets(reader(), '');
  expect(all.people.map(({ firstName, inHand, isThere }) => [firstName, inHand, isThere])).toEqual([
    ['Dora', 1, true],
    ['Emil', 0, false],
    ['Petar', 0, false],
  ]);
  expect(all.people[0]).toMatchObject({ role: 'agent', jobTitle: '', pictureId: null });
  expect(all.queues).toMatchObject([
    { name: 'Complaints', readyAgents: 0, waiting: 0 },
    { name: 'General', readyAgents: 1, waiting: 0 },
  ]);
  const found = await transferTargets(reader(), 'OMPL');
  expect([found.people, found.queues.map(({ name }) => name)]).toEqual([[], ['Complaints']]);
  await leases.stop();
});
