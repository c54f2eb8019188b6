import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { listRooms, newestEvents } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { Problem } from '../../platform/problem.ts';
import { assignByPerson } from '../assign.ts';
import { readCounters } from '../reading/counters.ts';
import { readRoomViews } from '../reading/room-view.ts';
import { receiveText } from '../receive.ts';
import { sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { starRoom } from './following.ts';
import { addParticipants, createInternalRoom, removeParticipants, renameRoom } from './internal-rooms.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
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
  [elena, dora, emil] = [await account.agent('Elena'), await account.agent('Dora'), await account.agent('Emil')];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});

const reader = () => database.db.reader(account.accountId);
const change = <T>(work: (tx: Tx) => Promise<T>) => inRooms(database.db, account.accountId, work);
const room = async (id: string, actor = elena) => (await readRoomViews(reader(), actor.userId, [id]))[0];
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
const create = (actor: Actor, ...users: Actor[]) =>
  change((tx) =>
    createInternalRoom(tx, actor, { users: users.map((one) => one.userId), roomType: users.length > 1 ? 'GROUP' : 'INTERNAL' }),
  );
const say = (actor: Actor, roomId: string, text: string) =>
  sendText(rooms.deps, actor, { clientMessageId: messageId(), roomId, channelId: 'internal', text });
const mine = async (actor: Actor) => {
  const query = {
    page: 0,
    size: 1000,
    sort: 'lastEventTimestamp,asc',
    include: 'PARTICIPANTS',
    room_state: 'ASSIGNED',
    view: 'mine',
  } as const;
  return (await listRooms(reader(), actor, query)).content.map((one) => one.id);
};

describe('internal and group rooms', () => {
  it('are one per pair, whoever begins and however often', async () => {
    const ids = await Promise.all([create(elena, dora), create(dora, elena), create(elena, dora)]);
    expect(new Set(ids).size).toBe(1);
    expect(await room(ids[0] as string)).toMatchObject({ type: 'INTERNAL', state: 'ASSIGNED', contactId: null });
    expect(await mine(dora)).toEqual([ids[0]]);
  });

  it('are a pair with one colleague and a group with several, whatever was asked for', async () => {
    const named = (users: Actor[], roomType: 'INTERNAL' | 'GROUP') =>
      change((tx) => createInternalRoom(tx, elena, { users: users.map((one) => one.userId), roomType }));
    const pair = await named([dora], 'GROUP');
    // Naming oneself or somebody twice makes nobody more.
    expect(await named([dora, dora, elena], 'INTERNAL')).toBe(pair);
    const group = await named([dora, emil], 'INTERNAL');
    expect([(await room(pair))?.type, (await room(group))?.type]).toEqual(['INTERNAL', 'GROUP']);
    expect(await named([dora, emil], 'GROUP')).not.toBe(group);
    expect((await room(group))?.roomParticipants.map((one) => one.firstName).sort()).toEqual(['Dora', 'Elena', 'Emil']);
  });

  it('stand in the list of assigned rooms of those in them, unless customers’ rooms alone are asked for', async () => {
    const pair = await create(elena, dora);
    const visitor = await account.visitor('Maria');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    const list = async (actor: Actor, narrowed: { type?: 'EXTERNAL' | 'INTERNAL'; room_state?: 'UNASSIGNED' } = {}) => {
      const usual = { page: 0, size: 1000, sort: 'lastEventTimestamp,asc', include: 'PARTICIPANTS', room_state: 'ASSIGNED' } as const;
      return (await listRooms(reader(), actor, { ...usual, ...narrowed })).content.map((one) => one.id);
    };
    expect([await list(elena), await list(elena, { type: 'INTERNAL' }), await list(elena, { type: 'EXTERNAL' })]).toEqual([
      [pair],
      [pair],
      [],
    ]);
    expect(await list(elena, { type: 'EXTERNAL', room_state: 'UNASSIGNED' })).toEqual([visitor.roomId]);
    expect(await list(petar)).toEqual([]);
  });

  it('are seen by those in them and by nobody else, supervisors included', async () => {
    const roomId = await create(elena, dora);
    const screens = { dora: await rooms.screenOf(dora), emil: await rooms.screenOf(emil), petar: await rooms.screenOf(petar) };
    await say(elena, roomId, 'Between us');
    await rooms.deps.lanes.drained();
    expect(screens.dora.of('Text')).toHaveLength(1);
    expect([screens.emil.frames, screens.petar.frames]).toEqual([[], []]);
    for (const outsider of [emil, petar]) {
      expect(await refused(say(outsider, roomId, 'Let me in'))).toBe('ROOM_NOT_FOUND');
      expect(await refused(change((tx) => renameRoom(tx, outsider, roomId, 'Mine')))).toBe('ROOM_NOT_FOUND');
      expect(await mine(outsider)).toEqual([]);
    }
  });

  it('count what was missed for the others and not for the writer', async () => {
    const roomId = await create(elena, dora, emil);
    for (const text of ['one', 'two', 'three']) await say(elena, roomId, text);
    expect((await room(roomId, elena))?.missedCounter).toBe(0);
    expect((await room(roomId, dora))?.missedCounter).toBe(3);
    expect(await readCounters(reader(), dora)).toMatchObject({ missedRooms: 0, missedInternalRooms: 1 });
    await say(dora, roomId, 'four');
    expect((await room(roomId, dora))?.missedCounter).toBe(0);
  });

  it('let their members add, remove, leave and rename, each with its entry, and tell who was removed', async () => {
    const roomId = await create(elena, dora, emil);
    await change((tx) => addParticipants(tx, elena, roomId, [petar.userId]));
    await change((tx) => renameRoom(tx, dora, roomId, '  Morning shift '));
    const leaving = await rooms.screenOf(emil);
    await change((tx) => removeParticipants(tx, elena, roomId, [emil.userId]));
    await change((tx) => removeParticipants(tx, dora, roomId, [dora.userId]));
    const { content } = await newestEvents(reader(), roomId, false, 30);
    expect(content.map((event) => event.eventData.type)).toEqual([
      'JOIN',
      'PARTICIPANT_ADDED',
      'PARTICIPANT_ADDED',
      'ROOM_NAME_UPDATED',
      'PARTICIPANT_REMOVED',
      'LEAVE',
    ]);
    expect(content[0]?.modifiedParticipants).toEqual([{ id: elena.userId, type: 'USER', name: 'Elena Test' }]);
    expect(content[1]?.modifiedParticipants.map(({ name }) => name).sort()).toEqual(['Dora Test', 'Emil Test']);
    expect(content[3]?.eventData.modifiedValue).toBe('Morning shift');
    expect((await room(roomId))?.roomParticipants.map((one) => one.firstName).sort()).toEqual(['Elena', 'Petar']);
    expect(leaving.of('ParticipantsChanged')).toHaveLength(1);
    expect(await refused(say(emil, roomId, 'still here?'))).toBe('ROOM_NOT_FOUND');
  });

  it('have nothing that was missed for who comes into them, nor for who stars them without having looked', async () => {
    const roomId = await create(elena, dora, emil);
    for (const text of ['One', 'Two', 'Three']) await say(elena, roomId, text);
    await change((tx) => addParticipants(tx, elena, roomId, [petar.userId]));
    const missed = async (actor: Actor) => (await room(roomId, actor))?.missedCounter;
    expect([await missed(dora), await missed(petar)]).toEqual([3, 0]);
    await change((tx) => starRoom(tx, dora, roomId, true));
    await change((tx) => starRoom(tx, dora, roomId, false));
    expect(await missed(dora)).toBe(3);
    await say(elena, roomId, 'Four');
    expect([await missed(dora), await missed(petar)]).toEqual([4, 1]);
  });

  it('are lost at once by who is taken out of them, and by nobody else', async () => {
    const roomId = await create(elena, dora, emil);
    const screens = { emil: await rooms.screenOf(emil), dora: await rooms.screenOf(dora) };
    await change((tx) => removeParticipants(tx, elena, roomId, [emil.userId]));
    expect(screens.emil.of('RoomState')).toMatchObject([{ gone: [roomId] }]);
    expect(screens.dora.of('RoomState')).toEqual([]);
    await say(elena, roomId, 'Without Emil');
    await rooms.deps.lanes.drained();
    expect([screens.emil.of('Text'), screens.dora.of('Text').length]).toEqual([[], 1]);
  });

  it('are one for one id of their maker, however often and at the same moment it is asked for', async () => {
    const ask = (actor: Actor, clientRoomId: string, users: Actor[], name?: string) =>
      change((tx) => createInternalRoom(tx, actor, { users: users.map((one) => one.userId), roomType: 'GROUP', name, clientRoomId }));
    const id = newId();
    const made = await Promise.all([ask(elena, id, [dora, emil], 'Shift'), ask(elena, id, [emil, dora], ' Shift ')]);
    expect(made[0]).toBe(made[1]);
    expect(await ask(elena, id, [dora, emil], 'Shift')).toBe(made[0]);
    expect(await room(made[0] as string)).toMatchObject({ name: 'Shift', type: 'GROUP' });
    expect(await mine(dora)).toEqual([made[0]]);
    // Another content, or another person, is something else.
    expect(await refused(ask(elena, id, [dora, emil], 'Late shift'))).toBe('CREATION_ID_USED');
    expect(await refused(ask(elena, id, [dora, petar], 'Shift'))).toBe('CREATION_ID_USED');
    expect(await refused(ask(dora, id, [elena, emil], 'Shift'))).toBe('CREATION_ID_USED');
    expect(await ask(elena, newId(), [dora, emil], 'Shift')).not.toBe(made[0]);
    // Whoever has left since is not led back in.
    await change((tx) => removeParticipants(tx, elena, made[0] as string, [elena.userId]));
    expect(await refused(ask(elena, id, [dora, emil], 'Shift'))).toBe('ROOM_NOT_FOUND');
  });

  it('that could not be made may be asked for again by the same id', async () => {
    const clientRoomId = newId();
    const ask = (...users: string[]) => change((tx) => createInternalRoom(tx, elena, { users, roomType: 'GROUP', clientRoomId }));
    expect(await refused(ask(dora.userId, newId()))).toBe('USER_NOT_FOUND');
    expect((await room(await ask(dora.userId, emil.userId)))?.roomParticipants).toHaveLength(3);
  });

  it('are told to those in them when they are made and when they are renamed', async () => {
    const screen = await rooms.screenOf(dora);
    const roomId = await create(elena, dora, emil);
    await change((tx) => renameRoom(tx, elena, roomId, 'Morning shift'));
    await rooms.deps.lanes.drained();
    const told = screen
      .of('RoomLifecycle')
      .map(({ roomId: of, lifecycle, room: told }) => [of, lifecycle, (told as { name: string | null }).name]);
    expect(told).toEqual([
      [roomId, 'CREATED', null],
      [roomId, 'UPDATED', 'Morning shift'],
    ]);
  });

  it('refuse what does not fit them', async () => {
    const pair = await create(elena, dora);
    expect(await refused(change((tx) => addParticipants(tx, elena, pair, [emil.userId])))).toBe('PARTICIPANTS_OF_GROUPS_ONLY');
    expect(await refused(create(elena, elena))).toBe('ROOM_GROUP_NEEDS_MORE_USERS');
    const named = change((tx) => createInternalRoom(tx, elena, { users: [dora.userId], roomType: 'INTERNAL', name: 'We two' }));
    expect(await refused(named)).toBe('ROOM_NAME_OF_GROUPS_ONLY');
    const foreigner = await (await givenAccount(database.db, 'Orion')).agent('Zoe');
    expect(await refused(create(elena, foreigner))).toBe('USER_NOT_FOUND');
    const visitor = await account.visitor('Maria');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    expect(await refused(change((tx) => renameRoom(tx, petar, visitor.roomId, 'VIP')))).toBe('ROOM_NAME_OF_EXTERNAL');
    expect(await refused(change((tx) => renameRoom(tx, elena, pair, 'We two')))).toBe('ROOM_NAME_OF_GROUPS_ONLY');
    // Who is not in it learns nothing of it.
    expect(await refused(change((tx) => renameRoom(tx, petar, pair, 'You two')))).toBe('ROOM_NOT_FOUND');
  });

  it('are starred for oneself alone, and who stars a customer’s room follows it from then on', async () => {
    const visitor = await account.visitor('Maria');
    const write = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
    await write('Hello');
    await change((tx) => starRoom(tx, petar, visitor.roomId, true));
    await write('Anybody?');
    expect(await room(visitor.roomId, petar)).toMatchObject({ starred: true, missedCounter: 1 });
    expect(await room(visitor.roomId, elena)).toMatchObject({ starred: false, missedCounter: 0 });
    await change((tx) => starRoom(tx, petar, visitor.roomId, false));
    await write('Hello?');
    await change((tx) => starRoom(tx, petar, visitor.roomId, true));
    expect(await room(visitor.roomId, petar)).toMatchObject({ starred: true, missedCounter: 0 });
  });

  it('count nothing for who starred them and may not see them any more', async () => {
    const roomId = await create(elena, dora, emil);
    await change((tx) => starRoom(tx, emil, roomId, true));
    await change((tx) => removeParticipants(tx, elena, roomId, [emil.userId]));
    await say(elena, roomId, 'Without Emil');
    expect(await readCounters(reader(), emil)).toMatchObject({ missedInternalRooms: 0 });
  });
});

describe('a customer’s room that was starred', () => {
  it('counts for its queue’s agent while it waits, and no more once a colleague holds it', async () => {
    const visitor = await account.visitor('Maria');
    const write = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
    await write('Hello');
    await change((tx) => starRoom(tx, emil, visitor.roomId, true));
    await write('Anybody?');
    expect(await readCounters(reader(), emil)).toMatchObject({ missedRooms: 1 });
    const conversationId = (await room(visitor.roomId))?.roomConversations[0]?.id ?? '';
    const taking = { roomId: visitor.roomId, conversationId, userId: elena.userId, expectedUserId: null };
    await change((tx) => assignByPerson(tx, elena, taking));
    await write('For Elena alone');
    expect(await readCounters(reader(), emil)).toMatchObject({ missedRooms: 0 });
  });
});
