import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, givenDesk } from '../../test/desk.ts';
import { messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { listRooms } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { Problem } from '../platform/problem.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms } from '../rooms/index.ts';
import { resolveConversation } from '../rooms/resolve.ts';
import { sendNote } from '../rooms/send.ts';
import { transferConversation } from './transfer.ts';

let desk: Desk;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
let petar: Actor;
let visitor: Desk['visitor'];

beforeAll(async () => {
  desk = await givenDesk({ supervisorInQueue: true });
  ({ account, rooms, elena, dora, petar } = desk);
});
afterAll(() => desk.database.drop());
beforeEach(async () => {
  await desk.nextVisitor();
  ({ visitor } = desk);
});

const reader = () => desk.database.db.reader(account.accountId);
const write = (text: string) => desk.write(text);
const open = () =>
  reader()
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', visitor.roomId)
    .where('state', '<>', 'RESOLVED')
    .executeTakeFirstOrThrow();

async function sees(actor: Actor): Promise<boolean> {
  const query = { page: 0, size: 1000, sort: 'lastEventTimestamp,asc', include: 'PARTICIPANTS' } as const;
  for (const room_state of ['ASSIGNED', 'UNASSIGNED', 'RESOLVED'] as const) {
    const { content } = await listRooms(reader(), actor, { ...query, room_state });
    if (content.some((room) => room.id === visitor.roomId)) return true;
  }
  return false;
}

async function take(actor: Actor): Promise<string> {
  const { id: conversationId } = await open();
  const assignment = { roomId: visitor.roomId, conversationId, userId: actor.userId, expectedUserId: null };
  await inRooms(desk.database.db, account.accountId, (tx) => assignByPerson(tx, actor, assignment));
  return conversationId;
}
const resolve = (actor: Actor, conversationId: string) =>
  inRooms(desk.database.db, account.accountId, (tx) => resolveConversation(tx, actor, { roomId: visitor.roomId, conversationId }));
const note = (actor: Actor) => sendNote(rooms.deps, actor, { clientMessageId: messageId(), roomId: visitor.roomId, text: 'Noted' });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? { key: error.key, params: error.params } : error),
  );

describe('a queue’s agents', () => {
  it('see a room while it waits, not while a colleague holds it, and again when it is done', async () => {
    await write('Hello');
    expect([await sees(elena), await sees(dora)]).toEqual([true, true]);
    const conversationId = await take(elena);
    expect([await sees(elena), await sees(dora), await sees(petar)]).toEqual([true, false, true]);
    await resolve(elena, conversationId);
    expect([await sees(elena), await sees(dora)]).toEqual([true, true]);
    await write('One more thing');
    expect(await sees(dora)).toBe(true);
    await take(elena);
    expect(await sees(dora)).toBe(false);
  });

  it('may neither hear nor note anything in a room that a colleague holds', async () => {
    await write('Hello');
    await take(elena);
    const screen = await rooms.screenOf(dora);
    await write('My number is 7');
    await note(elena);
    await rooms.deps.lanes.drained();
    expect(screen.frames).toEqual([]);
    expect(await refusalOf(note(dora))).toMatchObject({ key: 'ROOM_NOT_FOUND' });
  });

  it('are told who took it, and that it is gone; whoever still sees it is not', async () => {
    await write('Hello');
    const screens = await Promise.all([elena, dora, petar].map((actor) => rooms.screenOf(actor)));
    await take(elena);
    const heard = screens.map((screen) => [screen.of('Assign').length, screen.of('RoomState')]);
    const gone = { inStep: false, changes: [], reload: [], gone: [visitor.roomId], memberships: [] };
    expect(heard).toEqual([
      [1, []],
      [1, [gone]],
      [1, []],
    ]);
  });

  it('are not all told of the end of a conversation that they find again', async () => {
    await write('Hello');
    const conversationId = await take(elena);
    const screens = await Promise.all([elena, dora, petar].map((actor) => rooms.screenOf(actor)));
    await resolve(elena, conversationId);
    expect(screens.map((screen) => screen.of('ConversationResolved').length)).toEqual([1, 0, 1]);
    await write('Once more');
    expect(screens[1]?.of('ConversationState').length).toBeGreaterThan(0);
  });

  it('who come too late to take it are told who was quicker', async () => {
    await write('Hello');
    await take(elena);
    expect(await refusalOf(take(dora))).toEqual({ key: 'CONVERSATION_TAKEN', params: { name: `${elena.name}` } });
    const outsider = await account.agent('Ivo', { inQueue: false });
    expect(await refusalOf(take(outsider))).toMatchObject({ key: 'ROOM_NOT_FOUND' });
  });

  it('who come too late to take what was moved are told so, whoever has it there; whoever never saw it, and of other rooms, nothing', async () => {
    const complaints = newId();
    await desk.database.db.inAccount(account.accountId, (tx) =>
      tx.insertInto('queues').values({ id: complaints, account_id: account.accountId, name: 'Complaints' }).execute(),
    );
    await write('Hello');
    const { id: conversationId } = await open();
    const transfer = {
      roomId: visitor.roomId,
      conversationId,
      clientTransferId: messageId(),
      to: { type: 'QUEUE', queueId: complaints },
      expectedUserId: null,
      expectedQueueId: account.queueId,
    } as const;
    await inRooms(desk.database.db, account.accountId, (tx) => transferConversation(tx, rooms.bus, petar, transfer));
    const [outsider, other] = [await account.agent('Ivo', { inQueue: false }), await account.visitor('Boris')];
    expect(await refusalOf(take(dora))).toMatchObject({ key: 'CONVERSATION_OUT_OF_SIGHT' });
    expect(await refusalOf(take(outsider))).toMatchObject({ key: 'ROOM_NOT_FOUND' });
    const elsewhere = { roomId: other.roomId, conversationId, userId: dora.userId, expectedUserId: null };
    expect(await refusalOf(inRooms(desk.database.db, account.accountId, (tx) => assignByPerson(tx, dora, elsewhere)))).toMatchObject({
      key: 'ROOM_NOT_FOUND',
    });
    await take(petar);
    expect(await refusalOf(take(dora))).toEqual({ key: 'CONVERSATION_OUT_OF_SIGHT', params: {} });
    expect(await sees(dora)).toBe(false);
  });
});
