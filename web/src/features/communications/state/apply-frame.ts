import type { AgentReceives, RoomFrame } from '@parley/contract';
import { roomMembership } from './frames/membership.ts';
import type { PayloadOf } from './frames/payload.ts';
import { roomFrameKinds } from './frames/table.ts';
import { typing } from './frames/typing.ts';
import { receive } from './order.ts';
import { confirmSends } from './pending.ts';
import type { Context, RoomRecord } from './room-record.ts';
import { type CommunicationsState, newStranger, type Stranger, withEntry, withRecord } from './state.ts';

/** Frames kept for a room that is being read for the first time. */
const STRANGER_LIMIT = 200;

/** The highest changes are kept: what is left out then shows as a hole once the room is read, and the hole is filled. */
const newestOf = (frames: readonly RoomFrame[]): RoomFrame[] =>
  [...frames].sort((a, b) => a.payload.epoch - b.payload.epoch || a.payload.change - b.payload.change).slice(-STRANGER_LIMIT);

type OtherKind = 'RoomMembership' | 'Typing';
export type CommunicationsFrame = RoomFrame | Extract<AgentReceives, { type: OtherKind }>;

const change = (state: CommunicationsState, roomId: string, reducer: (record: RoomRecord) => RoomRecord): CommunicationsState => {
  const record = state.rooms.get(roomId);
  return record === undefined ? state : withRecord(state, roomId, reducer(record));
};

const withStranger = (state: CommunicationsState, roomId: string, hear: (stranger: Stranger) => Stranger): CommunicationsState => ({
  ...state,
  strangers: withEntry(state.strangers, roomId, hear(state.strangers.get(roomId) ?? newStranger)),
});

const otherReducers: {
  [Kind in OtherKind]: (state: CommunicationsState, payload: PayloadOf<Kind>, context: Context) => CommunicationsState;
} = {
  RoomMembership: (state, payload) =>
    state.rooms.has(payload.roomId)
      ? change(state, payload.roomId, (record) => roomMembership(record, payload))
      : withStranger(state, payload.roomId, (stranger) => ({ ...stranger, membership: payload })),
  Typing: (state, payload, context) => change(state, payload.roomId, (record) => typing(record, payload, context)),
};

const applyOther = <Kind extends OtherKind>(
  state: CommunicationsState,
  frame: { type: Kind; payload: PayloadOf<Kind> },
  context: Context,
): CommunicationsState => otherReducers[frame.type](state, frame.payload, context);

/** Every kind of frame that changes the state by itself; RoomState answers a question (see `catch-up.ts`). */
export const frameKinds: readonly CommunicationsFrame['type'][] = [
  ...roomFrameKinds,
  ...(Object.keys(otherReducers) as readonly OtherKind[]),
];

const isRoomFrame = (frame: CommunicationsFrame): frame is RoomFrame => (roomFrameKinds as readonly string[]).includes(frame.type);

const eventsOf = (frame: RoomFrame) => ('event' in frame.payload ? [frame.payload.event] : []);

/** The state after one received frame (communications, section 7). Pure: the same frame twice changes nothing more. */
export function applyFrame(state: CommunicationsState, frame: CommunicationsFrame, now: number): CommunicationsState {
  const context = { me: state.me, now };
  if (!isRoomFrame(frame)) return applyOther(state, frame, context);
  const { roomId } = frame.payload;
  const record = state.rooms.get(roomId);
  if (record !== undefined) {
    return confirmSends(withRecord(state, roomId, receive(record, frame, context)), roomId, eventsOf(frame), context);
  }
  return withStranger(state, roomId, ({ early, ...heard }) => ({ ...heard, early: newestOf([...early, frame]) }));
}
