import type { NewTransfer } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { inRooms, receiveText, sendNote, sendText, takeAs } from '../rooms/index.ts';
import { resolveConversation } from '../rooms/resolve.ts';
import { goOffline } from './go-offline.ts';
import { transferConversation } from './transfer.ts';
import { undoTransfer } from './undo-transfer.ts';

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
  await inAccount((tx) => tx.insertInto('queues').values(queue).execute());
  ({ roomId, conversationId } = await arrives('Maria'));
});

const inAccount: TestDatabase['db']['inAccount'] extends (id: string, work: infer Work) => unknown
  ? (work: Work) => Promise<unknown>
  : never = (work) => database.db.inAccount(account.accountId, work);
const reader = () => database.db.reader(account.accountId);

async function arrives(name: string) {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', visitor.roomId).executeTakeFirstOrThrow();
  return { roomId: visitor.roomId, conversationId: id };
}

type To = NewTransfer['to'];
const user = (who: Actor): To => ({ type: 'USER', userId: who.userId });
const queue = (queueId: string): To => ({ type: 'QUEUE', queueId });

const hand = async (actor: Actor, to: To, from: Actor | null) => {
  const where = { expectedUserId: from?.userId ?? null, expectedQueueId: (await conversation()).queue_id };
  await inRooms(database.db, account.accountId, (tx) =>
    transferConversation(tx, rooms.bus, actor, { roomId, conversationId, to, ...where, clientTransferId: messageId() }),
  );
};
const undo = (actor: Actor, to: To, what = { roomId, conversationId }) =>
  inRooms(database.db, account.accountId, (tx) => undoTransfer(tx, rooms.bus, actor, { ...what, to }));
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? [error.key, error.params.name].filter(Boolean).join(' ') : error),
  );

const conversation = () =>
  reader()
    .selectFrom('conversations')
    .select(['state', 'assigned_user_id', 'queue_id', 'waited_ms'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
const line = () => reader().selectFrom('waiting').select(['room_id', 'queue_id']).orderBy('place').execute();
const lastEntry = () =>
  reader()
    .selectFrom('events')
    .select(['type', 'reason', 'origin_name'])
    .where('room_id', '=', roomId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('what was handed on is taken back', () => {
  it('from a colleague to whom it was with, by an agent who could not take it from anybody otherwise', async () => {
    await takeAs(rooms.deps, dora, roomId);
    await hand(dora, user(emil), dora);
    await undo(dora, user(emil));
    expect(await conversation()).toMatchObject({ state: 'ASSIGNED', assigned_user_id: dora.userId, queue_id: account.queueId });
    expect(await lastEntry()).toEqual({ type: 'USER_ASSIGNED', reason: 'TRANSFER_REASON_UNDONE', origin_name: 'Dora Test' });
    const parts = reader().selectFrom('participants').select('associated_id').where('room_id', '=', roomId).where('type', '=', 'USER');
    expect((await parts.execute()).map(({ associated_id: id }) => id)).toEqual([dora.userId]);
  });

  it('from a queue to whom it was with, whose own queue and wait are as they were', async () => {
    await takeAs(rooms.deps, dora, roomId);
    const before = await conversation();
    await hand(dora, queue(complaints), dora);
    await undo(dora, queue(complaints));
    expect(await conversation()).toEqual(before);
    expect(await line()).toEqual([]);
  });

  it('from a colleague into the line, where it stands before whoever came later', async () => {
    const later = await arrives('Later');
    await hand(petar, user(emil), null);
    expect(await line()).toHaveLength(1);
    await undo(petar, user(emil));
    expect(await conversation()).toMatchObject({ state: 'UNASSIGNED', assigned_user_id: null, queue_id: account.queueId });
    expect(await line()).toEqual([roomId, later.roomId].map((id) => ({ room_id: id, queue_id: account.queueId })));
    expect(await lastEntry()).toEqual({ type: 'ENTER_QUEUE', reason: 'TRANSFER_REASON_UNDONE', origin_name: 'Petar Test' });
  });

  it('from one queue into the line of another', async () => {
    await hand(petar, queue(complaints), null);
    await undo(petar, queue(complaints));
    expect(await conversation()).toMatchObject({ state: 'UNASSIGNED', queue_id: account.queueId });
    expect(await line()).toEqual([{ room_id: roomId, queue_id: account.queueId }]);
  });
});

it('what is taken back already is answered as the first time, and the undoing itself is not undone', async () => {
  await takeAs(rooms.deps, dora, roomId);
  await hand(dora, user(emil), dora);
  await undo(dora, user(emil));
  const entries = () => reader().selectFrom('events').select('id').where('room_id', '=', roomId).execute();
  const before = await entries();
  await undo(dora, user(emil));
  expect(await entries()).toEqual(before);
  expect((await conversation()).assigned_user_id).toBe(dora.userId);
  expect(await refusalOf(undo(dora, user(dora)))).toBe('TRANSFER_GONE_ON');
  // Handed on anew, it is another one.
  await hand(dora, queue(complaints), dora);
  expect(await refusalOf(undo(dora, user(emil)))).toBe('TRANSFER_GONE_ON');
  await undo(dora, queue(complaints));
  await undo(dora, queue(complaints));
  expect(await conversation()).toMatchObject({ state: 'ASSIGNED', assigned_user_id: dora.userId });
});

describe('nothing is taken back', () => {
  it('of what was not handed on: one’s own take, or what one gave back by going offline', async () => {
    const deps = { db: database.db, bus: rooms.bus, hub: createHub(rooms.bus), log: openLog('silent') };
    await hand(dora, user(dora), null);
    expect(await refusalOf(undo(dora, user(dora)))).toBe('TRANSFER_GONE_ON');
    expect((await conversation()).assigned_user_id).toBe(dora.userId);
    await goOffline(deps, dora, true);
    expect(await refusalOf(undo(dora, queue(account.queueId)))).toBe('TRANSFER_GONE_ON');
    expect(await conversation()).toMatchObject({ state: 'UNASSIGNED', assigned_user_id: null });
  });

  it.each(['an answer', 'a note'])('that a colleague has gone on with by %s; the note of who handed it on is none', async (what) => {
    await takeAs(rooms.deps, dora, roomId);
    const where = { roomId, conversationId, expectedUserId: dora.userId, expectedQueueId: null, note: 'She asks for a refund' };
    await inRooms(database.db, account.accountId, (tx) =>
      transferConversation(tx, rooms.bus, dora, { ...where, to: user(emil), clientTransferId: messageId() }),
    );
    await undo(dora, user(emil));
    await hand(dora, user(emil), dora);
    const words = { roomId, text: 'I am on it', clientMessageId: messageId() };
    const channel = await reader().selectFrom('contact_channels').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
    if (what === 'a note') await sendNote(rooms.deps, emil, words);
    else await sendText(rooms.deps, emil, { ...words, channelId: channel.id });
    expect(await refusalOf(undo(dora, user(emil)))).toBe('TRANSFER_GONE_ON');
    expect((await conversation()).assigned_user_id).toBe(emil.userId);
  });

  it('that has moved on: to somebody else, to its end, or by somebody else', async () => {
    await takeAs(rooms.deps, dora, roomId);
    await hand(dora, user(emil), dora);
    expect(await refusalOf(undo(petar, user(emil)))).toBe('TRANSFER_GONE_ON');
    await hand(petar, user(petar), emil);
    expect(await refusalOf(undo(dora, user(emil)))).toBe('CONVERSATION_TAKEN Petar Test');
    await hand(petar, queue(complaints), petar);
    expect(await refusalOf(undo(dora, user(emil)))).toBe('TRANSFER_GONE_ON');
    await hand(petar, user(emil), null);
    await inRooms(database.db, account.accountId, (tx) => resolveConversation(tx, petar, { roomId, conversationId }));
    expect(await refusalOf(undo(petar, user(emil)))).toBe('CONVERSATION_RESOLVED');
  });

  it('that somebody has held for more than five minutes', async () => {
    await takeAs(rooms.deps, dora, roomId);
    await hand(dora, user(emil), dora);
    const then = new Date(Date.now() - 301_000).toISOString();
    await inAccount((tx) => tx.updateTable('events').set({ created_at: then }).where('room_id', '=', roomId).execute());
    expect(await refusalOf(undo(dora, user(emil)))).toBe('TRANSFER_TOO_LATE');
    expect((await conversation()).assigned_user_id).toBe(emil.userId);
  });

  it('for somebody who is gone, out of sight, or of another account', async () => {
    const other = await givenAccount(database.db, 'Orion');
    const stranger = await other.agent('Stranger', { role: 'supervisor' });
    await takeAs(rooms.deps, dora, roomId);
    await hand(petar, user(emil), dora);
    await inAccount((tx) => tx.updateTable('users').set({ active: false }).where('id', '=', dora.userId).execute());
    expect(await refusalOf(undo(petar, user(emil)))).toBe('USER_NOT_FOUND');
    const nowhere = { roomId, conversationId: newId() };
    expect(await refusalOf(undo(petar, user(emil), nowhere))).toBe('CONVERSATION_NOT_FOUND');
    const blind = await account.agent('Blind', { inQueue: false });
    expect(await refusalOf(undo(blind, user(emil)))).toBe('ROOM_NOT_FOUND');
    const there = inRooms(database.db, other.accountId, (tx) =>
      undoTransfer(tx, rooms.bus, stranger, { roomId, conversationId, to: user(emil) }),
    );
    expect(await refusalOf(there)).toBe('ROOM_NOT_FOUND');
  });
});
