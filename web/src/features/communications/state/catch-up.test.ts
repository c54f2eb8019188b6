import { digestOf, LOOKED_AT_LIMIT, NEWEST_TOLD, type RoomEvent, type RoomMembership } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import { applyReading } from './apply-reading.ts';
import { applyRoomState, MOST_ROOMS_TOLD, roomsToTell } from './catch-up.ts';
import type { PayloadOf } from './frames/payload.ts';
import type { Happening, World } from './happenings.testing.ts';
import { lookedAt, workDigest } from './looked-at.ts';
import { newestPage, viewOf } from './room-readings.testing.ts';
import { happen, id, ME, newWorld } from './room-world.testing.ts';
import { afterSeen } from './seen.ts';
import { type CommunicationsState, emptyState, withRecord } from './state.ts';
import { play, ROOM, recordOf } from './stories.testing.ts';

type Answer = PayloadOf<'RoomState'>;
const answer = (parts: Partial<Answer>): Answer => ({ inStep: false, changes: [], reload: [], gone: [], memberships: [], ...parts });

function held(world: World): CommunicationsState {
  const reading = { view: viewOf(world), public: newestPage(world, false, 30), private: newestPage(world, true, 30), membershipFrames: 0 };
  return applyReading(emptyState(ME), ROOM, reading, 0);
}

const starts: Happening = { kind: 'conversationStarts' };
const assigned = (toMe: boolean): Happening => ({ kind: 'conversationAssigned', pick: 0, toMe });
const resolved: Happening = { kind: 'conversationResolved', pick: 0 };
const says: Happening = { kind: 'customerSays', text: 'Hello' };

describe('my work', () => {
  const isWork = (story: Happening[]) => workDigest(held(play(newWorld(), story))).count === 1;

  test.each<[string, Happening[], boolean]>([
    ['a room that waits', [starts], true],
    ['a room of mine', [starts, assigned(true)], true],
    ['a room of a colleague’s', [starts, assigned(false)], false],
    ['a room of a colleague’s in which another conversation waits', [starts, assigned(false), starts], true],
    ['a resolved room of mine', [starts, assigned(true), resolved], false],
  ])('%s', (_what, story, expected) => expect(isWork(story)).toBe(expected));

  test('is told by the same digest as the server makes of it', () => {
    const { change } = play(newWorld(), [starts, says]);
    const seen = { seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false };
    expect(workDigest(held(play(newWorld(), [starts, says])))).toEqual(digestOf([{ id: ROOM, epoch: 1, change, ...seen }]));
  });

  test('is all that is told of very many rooms', () => {
    const waiting = recordOf(held(play(newWorld(), [starts])));
    const other = recordOf(held(newWorld()));
    const rooms = new Map([[ROOM, waiting]]);
    for (let i = 0; i < MOST_ROOMS_TOLD; i += 1) rooms.set(`r${i}`, { ...other, room: { ...other.room, id: `r${i}` } });
    expect(roomsToTell({ ...emptyState(ME), rooms }).rooms.map((room) => room.id)).toEqual([ROOM]);
    rooms.delete('r0');
    expect(roomsToTell({ ...emptyState(ME), rooms }).rooms).toHaveLength(MOST_ROOMS_TOLD);
  });
});

describe('what is looked at', () => {
  const colleagues = recordOf(held(play(newWorld(), [starts, assigned(false)])));
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  /** Rooms of a colleague's, the later ones newer. */
  const roomsOf = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, i) => {
        const room = { ...colleagues.room, id: `r${i}`, lastEventTimestamp: at(i) };
        return [room.id, { ...colleagues, room }] as const;
      }),
    );
  const idsOf = (...given: Parameters<typeof lookedAt>) => lookedAt(...given).map((room) => room.id);

  test('is told as it is held, without my work, which the digest covers, and without what is not held', () => {
    const mine = recordOf(held(play(newWorld(), [starts, assigned(true)])));
    const state = { ...emptyState(ME), rooms: new Map([...roomsOf(2), ['mine', { ...mine, room: { ...mine.room, id: 'mine' } }]]) };
    expect(idsOf(state, ['r0', 'mine', 'unknown', 'r0'], [])).toEqual(['r0']);
    const { epoch, change } = colleagues.room;
    expect(lookedAt(state, ['r1'], [])).toEqual([expect.objectContaining({ id: 'r1', epoch, change, seenPublicNo: 0, starred: false })]);
    expect(lookedAt(state, [], [])).toEqual([]);
  });

  test('are the newest of a list that was opened as well, and of very many what stands on the screen first', () => {
    const state = { ...emptyState(ME), rooms: roomsOf(NEWEST_TOLD + 30) };
    const newest = Array.from({ length: NEWEST_TOLD }, (_, i) => `r${NEWEST_TOLD + 29 - i}`);
    expect(idsOf(state, ['r3'], ['all'])).toEqual(['r3', ...newest]);
    expect(idsOf(state, ['r3'], ['resolved'])).toEqual(['r3']);
    const many = { ...emptyState(ME), rooms: roomsOf(LOOKED_AT_LIMIT + 30) };
    expect(idsOf(many, [...many.rooms.keys()], ['all'])).toEqual([...many.rooms.keys()].slice(0, LOOKED_AT_LIMIT));
  });
});

describe('the answer', () => {
  test('has rooms read at once that must be read afresh, held or not', () => {
    const other = id('other');
    const state = applyRoomState(held(newWorld()), answer({ reload: [ROOM, other] }), new Map(), 50);
    expect(state.rooms.get(ROOM)?.gap).toEqual({ dueAt: 50, upTo: Number.POSITIVE_INFINITY });
    expect([...state.strangers.keys()]).toEqual([other]);
    const read = applyReading(state, ROOM, { view: viewOf(newWorld()), membershipFrames: 0 }, 60);
    expect(read.rooms.get(ROOM)?.gap).toBeNull();
  });

  test('drops what may no longer be seen, but its name', () => {
    const before = held(newWorld());
    const state = applyRoomState(before, answer({ gone: [ROOM] }), new Map(), 50);
    expect(state.rooms.has(ROOM)).toBe(false);
    expect(state.gone.get(ROOM)).toEqual({ room: { ...before.rooms.get(ROOM)?.room, lastEventData: null }, went: null });
  });

  test('remembers who took what may no longer be seen, or to whom it was given', () => {
    const before = held(play(newWorld(), [starts]));
    const record = before.rooms.get(ROOM);
    const [conversation] = record?.room.roomConversations ?? [];
    if (record === undefined || conversation === undefined) throw new Error('the room has a conversation');
    const colleague = id('colleague');
    const theirs = { ...conversation, state: 'ASSIGNED' as const, assignedUserId: colleague };
    const given = (by: string) => ({ eventData: { type: 'USER_ASSIGNED' }, origin: { id: by } }) as RoomEvent;
    const after = (by: string) => {
      const room = { ...record.room, roomConversations: [theirs] };
      const taken = withRecord(before, ROOM, { ...record, room, public: { ...record.public, events: [given(by)] } });
      return applyRoomState(taken, answer({ gone: [ROOM] }), new Map(), 50).gone.get(ROOM)?.went;
    };
    expect(after(colleague)).toEqual({ to: colleague, isTaken: true });
    expect(after(id('supervisor'))).toEqual({ to: colleague, isTaken: false });
  });

  test('confirms my send that another connection brought to the server', () => {
    const before = held(newWorld());
    const { world } = happen(newWorld(), { kind: 'iSay', text: 'Hello' });
    const [event] = world.events;
    if (event?.clientMessageId == null) throw new Error('my message bears its client message id');
    const { clientMessageId } = event;
    const send = {
      clientMessageId,
      roomId: ROOM,
      kind: 'Text' as const,
      channelId: null,
      text: 'Hello',
      file: null,
      createdAt: event.createdAt,
    };
    const pending = new Map([[ROOM, [{ ...send, status: 'sending' as const, reason: null, params: {} }]]]);
    const room = viewOf(world);
    const state = applyRoomState({ ...before, pending }, answer({ changes: [{ room, events: [event] }] }), new Map(), 50);
    expect(state.pending.size).toBe(0);
    expect(recordOf(state).public.events).toEqual([event]);
    expect(recordOf(state).membership.seenPublicNo).toBe(1);
  });

  test('of a newer epoch has the room read', () => {
    const world = { ...newWorld(), base: { ...newWorld().base, epoch: 2 } };
    const state = applyRoomState(held(newWorld()), answer({ changes: [{ room: viewOf(world), events: [] }] }), new Map(), 50);
    expect(recordOf(state).gap).toEqual({ dueAt: 50, upTo: Number.POSITIVE_INFINITY });
    expect(recordOf(state).room.epoch).toBe(1);
  });
});

describe('memberships of the answer', () => {
  const world = play(newWorld(), [starts, assigned(true), says, says, says]);
  const [, , , second, third] = world.events;
  const membership: RoomMembership = { ...world.membership, seenPublicNo: 1, starred: true, followed: true };
  const seenHere = (state: CommunicationsState, event: typeof second) => {
    if (event === undefined) throw new Error('the customer wrote three times');
    return withRecord(state, ROOM, afterSeen(recordOf(state), event, ME));
  };

  test('are taken over', () => {
    const { asked } = roomsToTell(held(world));
    expect(recordOf(applyRoomState(held(world), answer({ memberships: [membership] }), asked, 0)).membership).toEqual(membership);
  });

  test('take back a Seen that was lost with its connection', () => {
    const state = seenHere(held(world), third);
    const { asked } = roomsToTell(state);
    expect(recordOf(state).membership.seenPublicNo).toBe(3);
    expect(recordOf(applyRoomState(state, answer({ memberships: [membership] }), asked, 0)).membership.seenPublicNo).toBe(1);
  });

  test('do not undo what was seen, starred or followed since the question', () => {
    const before = seenHere(held(world), second);
    const { asked } = roomsToTell(before);
    const frame = { type: 'RoomMembership', id: 'f', payload: { ...membership, starred: false, followed: false } } as const;
    const state = applyFrame(seenHere(before, third), frame, 0);
    const now = recordOf(applyRoomState(state, answer({ memberships: [membership] }), asked, 0)).membership;
    expect(now).toMatchObject({ seenPublicNo: 3, starred: false, followed: false });
  });
});
