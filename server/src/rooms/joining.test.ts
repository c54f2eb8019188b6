import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, givenDesk } from '../../test/desk.ts';
import { messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { resolveAs, takeAs } from './acting.ts';
import { readMemberships, readRooms } from './reading/room-view.ts';
import { markReported } from './seen.ts';
import { sendNote, sendText } from './send.ts';
import { sayTyping } from './typing.ts';
import { inRooms } from './work.ts';

let desk: Desk;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
let petar: Actor;
let visitor: Desk['visitor'];

beforeAll(async () => {
  desk = await givenDesk({ supervisorInQueue: false });
  ({ account, rooms, elena, dora, petar } = desk);
});
afterAll(() => desk.database.drop());
beforeEach(async () => {
  await desk.nextVisitor();
  ({ visitor } = desk);
  await write('Hello');
});

const on = () => desk.database.db.reader(account.accountId);
const write = (text: string) => desk.write(text);
const noteOf = () => ({ clientMessageId: messageId(), roomId: visitor.roomId, text: 'Offer the green one' });
const note = (by: Actor, said = noteOf()) => sendNote(rooms.deps, by, said);
const joins = async () => {
  const { content } = await newestEvents(on(), visitor.roomId, false, 100);
  return content.filter(({ eventData }) => eventData.type === 'JOIN');
};

describe('a supervisor beside the holder of a conversation', () => {
  it('reads, is seen by nobody, and tells the customer nothing', async () => {
    await takeAs(rooms.deps, elena, visitor.roomId);
    const { event_id: roomEventId } = await write('Is it there?');
    await rooms.deps.lanes.drained();
    const screen = await rooms.screenOf(elena);
    rooms.told.length = 0;
    const reports = (['DELIVERED', 'SEEN'] as const).map((kind) => ({ kind, eventId: roomEventId }));
    await inRooms(desk.database.db, account.accountId, async (tx) => {
      expect(await markReported(rooms.deps, tx, petar, visitor.roomId, reports)).toEqual([null, null]);
    });
    await sayTyping(rooms.deps, petar, { roomId: visitor.roomId, channelId: visitor.contactChannelId });
    await sayTyping(rooms.deps, petar, { roomId: visitor.roomId, channelId: 'note' });
    expect(rooms.told).toEqual([]);
    expect(screen.frames.filter(({ type }) => type !== 'Typing')).toEqual([]);
    const [room] = await readRooms(on(), [visitor.roomId]);
    expect(room?.roomParticipants.some(({ associatedParticipantId }) => associatedParticipantId === petar.userId)).toBe(false);
    expect(await joins()).toEqual([]);
  });

  it('has joined when they write a note: once for each conversation, told to its holder, to no customer', async () => {
    await takeAs(rooms.deps, elena, visitor.roomId);
    const screen = await rooms.screenOf(elena);
    rooms.told.length = 0;
    await note(petar);
    await note(petar);
    const [joined, ...more] = await joins();
    expect(more).toEqual([]);
    expect(joined).toMatchObject({ eventType: 'SYSTEM', origin: { type: 'USER', id: petar.userId, name: petar.name } });
    expect(joined?.modifiedParticipants).toEqual([{ id: petar.userId, type: 'USER', name: petar.name }]);
    // The line stands before the note, and each takes a number of its own.
    expect(screen.frames.filter(({ type }) => type === 'SystemText' || type === 'Text').map(({ type }) => type)).toEqual([
      'SystemText',
      'Text',
      'Text',
    ]);
    expect(rooms.told.filter(([kind]) => kind !== 'stored')).toEqual([]);
    const stored = rooms.told.flatMap(([, , entries]) => entries as { draft: { contactChannelId?: string | null } }[]);
    expect(stored.every(({ draft }) => (draft.contactChannelId ?? null) === null)).toBe(true);
    const [room] = await readRooms(on(), [visitor.roomId]);
    expect(room?.roomParticipants.some(({ associatedParticipantId }) => associatedParticipantId === petar.userId)).toBe(false);
    await resolveAs(rooms.deps, elena, visitor.roomId);
    await note(petar);
    expect(await joins()).toHaveLength(1);
    await write('Once more');
    await takeAs(rooms.deps, dora, visitor.roomId);
    await note(petar);
    expect(await joins()).toHaveLength(2);
  });

  it('has joined once, of two notes at the same moment and of one that is sent again', async () => {
    await takeAs(rooms.deps, elena, visitor.roomId);
    const said = noteOf();
    await Promise.all([note(petar, said), note(petar, said), note(petar), note(petar)]);
    await note(petar, said);
    expect(await joins()).toHaveLength(1);
    const { content } = await newestEvents(on(), visitor.roomId, true, 100);
    expect(content).toHaveLength(3);
  });

  it('has joined nobody where nobody holds it, nor where they hold one there themselves', async () => {
    await note(petar);
    await takeAs(rooms.deps, petar, visitor.roomId);
    await note(petar);
    await sendText(rooms.deps, petar, { ...noteOf(), channelId: visitor.contactChannelId });
    expect(await joins()).toEqual([]);
  });

  it('has missed nothing by it, and is in nobody’s way', async () => {
    await takeAs(rooms.deps, elena, visitor.roomId);
    await note(petar);
    await write('Still there?');
    const membership = (await readMemberships(on(), petar.userId, [visitor.roomId])).get(visitor.roomId);
    expect(membership).toMatchObject({ starred: false, followed: false });
    await sendText(rooms.deps, elena, { ...noteOf(), channelId: visitor.contactChannelId });
  });
});

it('an agent who wrote a note goes on seeing the room, and stands nowhere as one who joined', async () => {
  await note(dora);
  await takeAs(rooms.deps, elena, visitor.roomId);
  const screen = await rooms.screenOf(dora);
  await write('My number is 7');
  await rooms.deps.lanes.drained();
  expect(screen.of('Text')).toHaveLength(1);
  await note(dora);
  expect(await joins()).toEqual([]);
});
