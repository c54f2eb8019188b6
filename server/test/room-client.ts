import {
  type AgentReceives,
  type HeldRoom,
  type Room,
  type RoomEvent,
  type RoomMembership,
  withConversation,
  withEvent,
} from '@parley/contract';
import { expect } from 'vitest';
import type { Actor } from '../src/accounts/index.ts';
import type { Reader } from '../src/platform/database.ts';
import { type CaughtUp, catchUp } from '../src/rooms/reading/catch-up.ts';
import { readMemberships, readRooms } from '../src/rooms/reading/room-view.ts';
import { newestEvents } from './reads.ts';

export interface HeldByClient {
  room: Room;
  events: Map<string, RoomEvent>;
  membership: RoomMembership;
}
type Frame = Pick<AgentReceives, 'type' | 'payload'>;

const untouched = (roomId: string): RoomMembership => ({
  roomId,
  seenPublicNo: 0,
  seenPrivateNo: 0,
  starred: false,
  followed: false,
  lastSeenEventTimestamp: null,
});

/** What a reading of a room gives now: the room, all of its events, and what this person has of it. */
export async function readFresh(on: Reader, actor: Actor, roomId: string): Promise<HeldByClient> {
  const [room] = await readRooms(on, [roomId]);
  if (room === undefined) throw new Error('no such room');
  const events = new Map<string, RoomEvent>();
  for (const notes of [false, true]) {
    for (let page = 0; ; page++) {
      const { content, last } = await newestEvents(on, roomId, notes, 100, page);
      for (const event of content) events.set(event.id, event);
      if (last) break;
    }
  }
  return { room, events, membership: (await readMemberships(on, actor.userId, [roomId])).get(roomId) ?? untouched(roomId) };
}

/** What is held as values that can be compared: events by their place. */
export const plain = ({ room, events, membership }: HeldByClient) => ({
  room,
  membership,
  events: [...events.values()].sort((a, b) => a.seq - b.seq),
});

/**
 * The plainest client that keeps to the wire's rules: a frame is applied when its number is the next one and otherwise left;
 * what is missing comes by telling what is held. It is written anew here, so that the server's answers are judged by what
 * the contract says of them.
 */
export class RoomClient {
  readonly held = new Map<string, HeldByClient>();
  readonly actor: Actor;
  readonly #on: () => Reader;

  constructor(actor: Actor, on: () => Reader) {
    this.actor = actor;
    this.#on = on;
  }

  tells(): HeldRoom[] {
    return [...this.held.values()].map(({ room, membership: { seenPublicNo, seenPrivateNo, starred, followed } }) => ({
      id: room.id,
      epoch: room.epoch,
      change: room.change,
      seenPublicNo,
      seenPrivateNo,
      starred,
      followed,
    }));
  }

  /** Rooms of this person's that are not resolved, and those in which something waits. */
  work(): HeldRoom[] {
    return this.tells().filter(({ id }) => {
      const { room } = this.held.get(id) as HeldByClient;
      const takesPart = room.roomParticipants.some((one) => one.type === 'USER' && one.associatedParticipantId === this.actor.userId);
      return (takesPart && room.state !== 'RESOLVED') || room.roomConversations.some((one) => one.waitingSince !== null);
    });
  }

  hear({ type, payload }: Frame): void {
    if (type === 'RoomState') {
      for (const roomId of (payload as CaughtUp).gone) this.held.delete(roomId);
      return;
    }
    const { roomId, change } = payload as { roomId?: string; change?: number };
    const held = this.held.get(roomId ?? '');
    if (held === undefined) return;
    if (type === 'RoomMembership') held.membership = payload as RoomMembership;
    if (change !== held.room.change + 1) return;
    this.#apply(held, { type, payload } as Frame);
    held.room = { ...held.room, change };
  }

  #apply(held: HeldByClient, frame: Frame): void {
    if (frame.type === 'MessageStatus') {
      const { statuses, change } = frame.payload as Extract<AgentReceives, { type: 'MessageStatus' }>['payload'];
      for (const status of statuses) {
        const event = held.events.get(status.roomEventId);
        if (event) held.events.set(event.id, { ...event, change, eventData: { ...event.eventData, status } });
      }
    } else if ('event' in frame.payload) {
      held.events.set(frame.payload.event.id, frame.payload.event);
      held.room = withEvent(held.room, frame.payload.event);
    } else if ('conversation' in frame.payload) {
      held.room = { ...held.room, roomConversations: withConversation(held.room.roomConversations, frame.payload.conversation) };
    } else if ('roomParticipants' in frame.payload) {
      held.room = { ...held.room, roomParticipants: frame.payload.roomParticipants };
    } else if (frame.type === 'RoomLifecycle') held.room = (frame.payload as { room: Room }).room;
  }

  /** Tells what is held and does what the answer says. */
  async catchUp(): Promise<CaughtUp> {
    const answer = await catchUp(this.#on(), this.actor, this.tells());
    for (const { room, events } of answer.changes) {
      const held = this.held.get(room.id);
      expect(held, 'changes of a room that is held').toBeDefined();
      if (held === undefined) continue;
      held.room = room;
      for (const event of events) if ((held.events.get(event.id)?.change ?? -1) < event.change) held.events.set(event.id, event);
    }
    for (const membership of answer.memberships) {
      const held = this.held.get(membership.roomId);
      if (held) held.membership = membership;
    }
    for (const roomId of answer.gone) this.held.delete(roomId);
    for (const roomId of answer.reload) await this.read(roomId);
    return answer;
  }

  async read(roomId: string): Promise<void> {
    this.held.set(roomId, await readFresh(this.#on(), this.actor, roomId));
  }
}
