import { describe, expect, test } from 'vitest';
import { applyFrame, frameKinds } from './apply-frame.ts';
import { applyReading, applyRooms } from './apply-reading.ts';
import { withoutGoneTypists } from './frames/typing.ts';
import type { World } from './happenings.testing.ts';
import { newestPage, viewOf } from './room-readings.testing.ts';
import { COLLEAGUE, CUSTOMER, happen, ME, newWorld } from './room-world.testing.ts';
import { type CommunicationsState, emptyState } from './state.ts';

const ROOM = newWorld().base.id;

function held(world: World): CommunicationsState {
  const reading = { view: viewOf(world), public: newestPage(world, false, 30), private: newestPage(world, true, 30), membershipFrames: 0 };
  return applyReading(emptyState(ME), ROOM, reading, 0);
}

const typing = (originId: string) =>
  ({ type: 'Typing', id: 'f', payload: { roomId: ROOM, originType: 'CUSTOMER', originId, name: 'Maria', channelId: 'c' } }) as const;

describe('typing', () => {
  test('is gone after 6 s, and lasts longer when it is said again', () => {
    const once = applyFrame(held(newWorld()), typing(CUSTOMER), 1000);
    const twice = applyFrame(once, typing(CUSTOMER), 4000);
    const record = twice.rooms.get(ROOM);
    if (record === undefined) throw new Error('the room is held');
    expect(record.typists).toHaveLength(1);
    expect(withoutGoneTypists(record, 9999)).toBe(record);
    expect(withoutGoneTypists(record, 10_000).typists).toEqual([]);
  });

  test('ends with the message that was typed', () => {
    const state = applyFrame(held(newWorld()), typing(CUSTOMER), 1000);
    const said = happen(newWorld(), { kind: 'customerSays', text: 'done' }).frames.reduce(
      (so, frame) => applyFrame(so, frame, 1500),
      state,
    );
    expect(said.rooms.get(ROOM)?.typists).toEqual([]);
  });

  test('of the one who held the conversation ends as it is handed over; of others, and for other channels, it goes on', () => {
    const begun = happen(newWorld(), { kind: 'conversationStarts' }).world;
    const before = happen(begun, { kind: 'conversationAssigned', pick: 0, toMe: false }).world;
    const { frames } = happen(before, { kind: 'conversationAssigned', pick: 0, toMe: true });
    const channelId = before.conversations[0]?.channels[0]?.channelId ?? '';
    const types = (originId: string, on: string) => ({ ...typing(originId), payload: { ...typing(originId).payload, channelId: on } });
    const typists = (...those: ReturnType<typeof types>[]) =>
      [...those, ...frames]
        .reduce((so, frame) => applyFrame(so, frame, 1000), held(before))
        .rooms.get(ROOM)
        ?.typists.map(({ originId }) => originId);
    expect(channelId).not.toBe('');
    expect(typists(types(COLLEAGUE, channelId))).toEqual([]);
    expect(typists(types(COLLEAGUE, 'note'))).toEqual([COLLEAGUE]);
    expect(typists(types(CUSTOMER, channelId))).toEqual([CUSTOMER]);
  });

  test('of oneself, on another screen, is not shown', () => {
    expect(applyFrame(held(newWorld()), typing(ME), 0).rooms.get(ROOM)?.typists).toEqual([]);
    expect(applyFrame(held(newWorld()), typing(COLLEAGUE), 0).rooms.get(ROOM)?.typists).toHaveLength(1);
  });
});

describe('a list of rooms', () => {
  const say = (world: World, text: string) => happen(world, { kind: 'customerSays', text }).world;

  test('does not take away the history that is shown, and has the room read when it knows more', () => {
    const before = say(newWorld(), 'one');
    const after = say(before, 'two');
    const state = applyRooms(held(before), [viewOf(after)], new Map(), 70);
    expect(state.rooms.get(ROOM)?.public.events).toEqual(before.events);
    expect(state.rooms.get(ROOM)?.gap).toEqual({ dueAt: 70, upTo: after.change });
    const reading = { view: viewOf(after), public: newestPage(after, false, 30), membershipFrames: 0 };
    const read = applyReading(state, ROOM, reading, 80).rooms.get(ROOM);
    expect(read?.public.events).toEqual(after.events);
    expect(read?.gap).toBeNull();
  });

  test('brings rooms of which no history is held up to date by itself', () => {
    const before = say(newWorld(), 'one');
    const after = say(before, 'two');
    const listed = (world: World, state: CommunicationsState) => applyRooms(state, [viewOf(world)], new Map(), 70);
    const record = listed(after, listed(before, emptyState(ME))).rooms.get(ROOM);
    expect(record?.room.change).toBe(after.change);
    expect(record?.gap).toBeNull();
  });
});

describe('an event', () => {
  const step = happen(newWorld(), { kind: 'customerSays', text: 'Hello' });
  const [event] = step.world.events;

  test('that came by the websocket is news: it moves its room on, takes its writer’s typing away, and is held however little of the history is', () => {
    const unread = applyRooms(emptyState(ME), [viewOf(newWorld())], new Map(), 0);
    const state = step.frames.reduce((so, frame) => applyFrame(so, frame, 0), applyFrame(unread, typing(CUSTOMER), 0));
    const record = state.rooms.get(ROOM);
    expect([record?.room.lastEventId, record?.typists, record?.public.arrived]).toEqual([event?.id, [], [event]]);
  });

  test('that came with a reading is history: nobody stops typing for it, and it is none that arrived', () => {
    const state = applyFrame(held(newWorld()), typing(CUSTOMER), 0);
    const page = { events: step.world.events, older: false, newer: false };
    const reading = { view: viewOf(step.world), public: page, membershipFrames: 0 };
    const record = applyReading(state, ROOM, reading, 0).rooms.get(ROOM);
    expect([record?.public.events, record?.typists.length, record?.public.arrived]).toEqual([[event], 1, []]);
  });
});

describe('a newer epoch', () => {
  const merged = (world: World): World => ({ ...world, base: { ...world.base, epoch: world.base.epoch + 1 } });

  test('asks for a reading, which takes the place of everything held', () => {
    const before = happen(newWorld(), { kind: 'customerSays', text: 'old' }).world;
    const step = happen(merged(before), { kind: 'customerSays', text: 'new' });
    const state = step.frames.reduce((so, frame) => applyFrame(so, frame, 10), held(before));
    expect(state.rooms.get(ROOM)?.room.epoch).toBe(1);
    expect(state.rooms.get(ROOM)?.gap).toEqual({ dueAt: 10, upTo: Number.POSITIVE_INFINITY });
    const reading = { view: viewOf(step.world), public: newestPage(step.world, false, 30), membershipFrames: 0 };
    const read = applyReading(state, ROOM, reading, 20).rooms.get(ROOM);
    expect(read?.room.epoch).toBe(2);
    expect(read?.public.events).toEqual(step.world.events);
    expect([read?.gap, read?.early]).toEqual([null, []]);
  });

  test('an older one’s frames change nothing', () => {
    const late = happen(newWorld(), { kind: 'customerSays', text: 'late' }).frames;
    const state = held(merged(newWorld()));
    expect(late.reduce((so, frame) => applyFrame(so, frame, 0), state)).toEqual(state);
  });
});

test('every kind of frame about rooms has its reducer', () => {
  expect([...frameKinds].sort()).toEqual(
    [
      'Text',
      'Email',
      'CustomerCallStarted',
      'CustomerCall',
      'CallbackStatusUpdated',
      'CustomerSubscribed',
      'CustomerUnsubscribed',
      'CustomerMerged',
      'Image',
      'File',
      'RichMedia',
      'UnsupportedMedia',
      'Resolve',
      'Assign',
      'UserDeleted',
      'SystemText',
      'MessageStatus',
      'ConversationState',
      'AddChannel',
      'ChannelUpdated',
      'ConversationResolved',
      'ParticipantsChanged',
      'RoomLifecycle',
      'RoomMembership',
      'Typing',
    ].sort(),
  );
});
