import type { HeldRoom, RoomMembership } from '@parley/contract';
import { applyChanges } from './apply-changes.ts';
import { withSeen } from './frames/membership.ts';
import type { PayloadOf } from './frames/payload.ts';
import { isParticipant } from './lists.ts';
import type { RoomRecord } from './room-record.ts';
import { type CommunicationsState, type GoneRoom, newStranger, withEntry, withRecord } from './state.ts';

/** A list of more rooms than this says the work alone (contract: RoomState). */
export const MOST_ROOMS_TOLD = 10_000;

/** What was said of a room when its state was told, and how many membership frames it had received by then. */
interface Asked extends HeldRoom {
  readonly membershipFrames: number;
}
/** What was told last, by room: the answer is judged by it, since frames may have come in between. */
export type AskedRooms = ReadonlyMap<string, Asked>;

export const heldOf = ({ room, membership }: RoomRecord): HeldRoom => ({
  id: room.id,
  epoch: room.epoch,
  change: room.change,
  seenPublicNo: membership.seenPublicNo,
  seenPrivateNo: membership.seenPrivateNo,
  starred: membership.starred,
  followed: membership.followed,
});

/** Rooms of mine that are not resolved, and rooms in which a conversation waits: what the server means by my work. */
function isWork({ room }: RoomRecord, me: string): boolean {
  if (room.state !== 'RESOLVED' && isParticipant(room, me)) return true;
  return room.roomConversations.some(({ waitingSince }) => waitingSince !== null);
}

export const workOf = ({ rooms, me }: CommunicationsState): RoomRecord[] => [...rooms.values()].filter((record) => isWork(record, me));

/** The whole list of what is held, or of the work alone when that would be too much. */
export function roomsToTell(state: CommunicationsState): { rooms: HeldRoom[]; asked: AskedRooms } {
  const all = state.rooms.size > MOST_ROOMS_TOLD ? workOf(state).slice(0, MOST_ROOMS_TOLD) : [...state.rooms.values()];
  const rooms = all.map(heldOf);
  return { rooms, asked: askedOf(state, rooms) };
}

/** What is told of these rooms, as the answer is judged by it. */
export const askedOf = (state: CommunicationsState, rooms: readonly HeldRoom[]): AskedRooms =>
  new Map(rooms.map((room) => [room.id, { ...room, membershipFrames: state.rooms.get(room.id)?.membershipFrames ?? 0 }]));

/**
 * My membership as the server has it. What was raised here since the question stays; what was said before it and is not
 * known there (a Seen that was lost with its connection) counts as not seen, and is said again from the screen.
 */
function withAnswered(record: RoomRecord, now: RoomMembership, asked: Asked | undefined): RoomRecord {
  const held = record.membership;
  if (asked === undefined) return { ...record, membership: { ...withSeen(held, now), starred: now.starred, followed: now.followed } };
  const seen = (name: 'seenPublicNo' | 'seenPrivateNo') => (held[name] > asked[name] ? Math.max(held[name], now[name]) : now[name]);
  const { starred, followed } = record.membershipFrames === asked.membershipFrames ? now : held;
  const membership = { ...now, seenPublicNo: seen('seenPublicNo'), seenPrivateNo: seen('seenPrivateNo'), starred, followed };
  return { ...record, membership };
}

/** Who has what could be seen here, by the last that was heard: whoever takes a conversation away is told of before the room goes. */
function whereItWent({ room, public: { events } }: RoomRecord, me: string): GoneRoom['went'] {
  const to = room.roomConversations.find(({ state }) => state === 'ASSIGNED')?.assignedUserId ?? null;
  if (to === null || to === me) return null;
  const given = events.findLast(({ eventData }) => eventData.type === 'USER_ASSIGNED');
  return { to, isTaken: given?.origin.id === to };
}

/** A room that may not be seen (any more) leaves its name, where it went, and what I had still to send. */
export function dropRoom(state: CommunicationsState, roomId: string): CommunicationsState {
  const record = state.rooms.get(roomId);
  const left = record === undefined ? undefined : { room: { ...record.room, lastEventData: null }, went: whereItWent(record, state.me) };
  return {
    ...state,
    rooms: withEntry(state.rooms, roomId, undefined),
    strangers: withEntry(state.strangers, roomId, undefined),
    gone: withEntry(state.gone, roomId, left ?? state.gone.get(roomId)),
  };
}

/** A room that must be read afresh, at once: as held one, or for the first time. */
function readAfresh(state: CommunicationsState, roomId: string, now: number): CommunicationsState {
  const record = state.rooms.get(roomId);
  if (record !== undefined) return withRecord(state, roomId, { ...record, gap: { dueAt: now, upTo: Number.POSITIVE_INFINITY } });
  return state.strangers.has(roomId) ? state : { ...state, strangers: withEntry(state.strangers, roomId, newStranger) };
}

/** The answer to what was told (contract: RoomState): changes are merged, memberships taken over, the rest read or dropped. */
export function applyRoomState(
  state: CommunicationsState,
  { changes, reload, gone, memberships }: PayloadOf<'RoomState'>,
  asked: AskedRooms,
  now: number,
): CommunicationsState {
  const caughtUp = changes.reduce((next, one) => applyChanges(next, one, now), state);
  const known = memberships.reduce((next, one) => {
    const record = next.rooms.get(one.roomId);
    return record === undefined ? next : withRecord(next, one.roomId, withAnswered(record, one, asked.get(one.roomId)));
  }, caughtUp);
  const marked = reload.reduce((next, id) => readAfresh(next, id, now), known);
  return gone.reduce(dropRoom, marked);
}
