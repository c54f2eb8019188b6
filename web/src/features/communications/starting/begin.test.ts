import type { Room, RoomChannel } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../../api/api-problem.ts';
import { nothingShown } from '../../../nothing-shown.testing.ts';
import { NotAcknowledged, type Outgoing } from '../../../realtime/socket.ts';
import { startText } from '../../../text.ts';
import { shownToasts } from '../../../ui/toast.ts';
import { applyFrame } from '../state/apply-frame.ts';
import { happen, ME, newWorld } from '../state/room-world.testing.ts';
import { readInto } from '../state/stories.testing.ts';
import { changeState, newRoomsStore, type RoomsStore, setOpenRoom } from '../store.ts';
import { add, start } from './begin.ts';

let store: RoomsStore;
let room: Room;
let channel: RoomChannel;
let sent: Outgoing[];
let posted: unknown[];
let answer: () => Promise<null>;
const world = newWorld();

beforeEach(async () => {
  await nothingShown();
  vi.useFakeTimers();
  const style = { setProperty: () => undefined };
  vi.stubGlobal('document', { documentElement: { lang: '', clientHeight: 800, style }, querySelector: () => null });
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  await startText();
  store = newRoomsStore(ME);
  changeState(store, (state) => readInto(state, world));
  room = store.getState().state.rooms.get(world.base.id)?.room as Room;
  channel = room.channels[0] as RoomChannel;
  setOpenRoom(store, room.id, 0);
  sent = [];
  posted = [];
  answer = () => Promise.resolve(null);
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') posted.push(await request.json());
    return Response.json({ id: channel.channelId });
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const communications = () => ({
  me: ME,
  store,
  line: {
    send: (frame: Outgoing) => {
      sent.push(frame);
      return answer();
    },
    tell: () => true,
    subscribe: () => () => undefined,
    onOpen: () => () => undefined,
  },
});
const hear = () => {
  for (const frame of happen(world, { kind: 'iStart' }).frames) changeState(store, (state) => applyFrame(state, frame, 0));
};
const refusal = (key: string, reason: string, status = 409) =>
  new ApiProblem(status, { message: key, errors: [{ message: reason, params: {} }] }, null);
const markOf = (channelId = channel.channelId) => store.getState().marks.get(channelId);

describe('a start', () => {
  it('asks with how the room stood, bears its mark until what was begun is told, and leads on into the composer', async () => {
    const begun = start(communications(), room, channel);
    expect(markOf()).toEqual({ isStarting: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([
      {
        type: 'ConversationState',
        payload: { state: 'STARTING', roomId: room.id, channelId: channel.channelId, expectedRoomState: 'RESOLVED' },
      },
    ]);
    // Answered, and not told yet: nothing else is offered meanwhile.
    expect(markOf()).toEqual({ isStarting: true });
    hear();
    await begun;
    expect(markOf()).toBeUndefined();
    expect(store.getState().channels.get(room.id)).toBe(channel.channelId);
    expect(store.getState().writesIn).toEqual({ roomId: room.id, tab: 0 });
  });

  it('whose news do not come has the room read afresh', async () => {
    const begun = start(communications(), room, channel);
    await vi.advanceTimersByTimeAsync(2999);
    expect(markOf()).toEqual({ isStarting: true });
    await vi.advanceTimersByTimeAsync(1);
    await begun;
    expect(markOf()).toBeUndefined();
    expect(store.getState().state.rooms.get(room.id)?.gap).toMatchObject({ upTo: Number.POSITIVE_INFINITY });
  });

  it('that failed leaves the words for it and why with the channel, which bears no mark of a start', async () => {
    const key = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION';
    answer = () => Promise.reject(refusal(key, 'CONVERSATION_BEGUN_MEANWHILE'));
    await start(communications(), room, channel);
    expect(markOf()).toEqual({ isStarting: false, failure: key, reason: { key: 'CONVERSATION_BEGUN_MEANWHILE', params: {} } });
    expect(shownToasts()).toEqual([]);
    const unavailable = `${key}_NOT_AVAILABLE_CHANNEL_TYPE`;
    answer = () => Promise.reject(refusal(unavailable, 'CHANNEL_TYPE_UNAVAILABLE'));
    await start(communications(), room, channel);
    expect(markOf()).toEqual({ isStarting: false, failure: unavailable });
  });

  it('that failed while its reader went on to another room is told there', async () => {
    answer = () => Promise.reject(refusal('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION', 'CHANNEL_OCCUPIED'));
    const begun = start(communications(), room, channel);
    setOpenRoom(store, null, 0);
    await begun;
    expect(shownToasts()).toHaveLength(1);
    expect(store.getState().writesIn).toBeNull();
  });

  it('that could not be asked is told, and can be asked again at once', async () => {
    answer = () => Promise.reject(new NotAcknowledged('not-open'));
    await start(communications(), room, channel);
    expect(markOf()).toBeUndefined();
    expect(shownToasts()).toHaveLength(1);
  });

  it('on a temporary channel makes it first, and goes on by its real id', async () => {
    const phoneNumber = '+359881000001';
    const temporary = { ...channel, channelType: 'VIBER' as const, channelId: 'temporary-channel-id-x', phoneNumber };
    const begun = start(communications(), room, temporary);
    expect(markOf(temporary.channelId)).toEqual({ isStarting: true });
    await vi.advanceTimersByTimeAsync(0);
    hear();
    await begun;
    expect(posted).toEqual([
      { type: 'VIBER', channelApplicationId: channel.channelApplicationId, customerId: room.contactId, phoneNumber, roomId: room.id },
    ]);
    expect(sent).toMatchObject([{ payload: { channelId: channel.channelId } }]);
    expect(store.getState().channels.get(room.id)).toBe(channel.channelId);
    expect(store.getState().marks.size).toBe(0);
  });
});

it('adding a channel names the conversation, and what failed of it bears its own words', async () => {
  answer = () => Promise.reject(refusal('ROOM_NOT_FOUND', 'ROOM_NOT_FOUND', 404));
  await add(communications(), room, channel, room.id);
  expect(sent).toEqual([{ type: 'AddChannel', payload: { roomId: room.id, channelId: channel.channelId, conversationId: room.id } }]);
  expect(markOf()).toEqual({
    isStarting: false,
    failure: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED',
    reason: { key: 'ROOM_NOT_FOUND', params: {} },
  });
});
