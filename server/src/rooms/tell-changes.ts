import type { Conversation, Room, RoomChannel, RoomEvent, RoomFrame } from '@parley/contract';
import { sql } from 'kysely';
import { afterCommit, type Tx } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { type Audiences, subject, takeToRaise, withoutSight } from './access.ts';
import type { Stored } from './draft.ts';
import { changedFrameOf, frameTypeOf } from './event-view.ts';
import { readEventsById } from './reading/events-by-id.ts';
import { membershipsOf, readConversationsById, readRooms } from './reading/room-view.ts';

export interface RoomPushes {
  hub: Hub;
  audiences: Audiences;
  /** After the commit: what the customers' side must hear. */
  customers: CustomerPushes;
}

/** Where channels that push by themselves (live chat) hear what happened; every call comes after the commit. */
export interface CustomerPushes {
  stored(accountId: string, stored: readonly Stored[]): void;
  conversations(accountId: string, conversations: readonly Conversation[]): void;
  /** Agents' messages up to `channelSeq` reached this status. */
  agentsMessages(contactChannelId: string, channelSeq: number, status: 'DELIVERED' | 'SEEN', at: string): void;
  /** The customer's messages up to `channelSeq` reached this status on our side. */
  customersMessages(contactChannelId: string, channelSeq: number, status: 'DELIVERED' | 'SEEN', at: string): void;
  /** An agent who takes part types. */
  typing(accountId: string, contactChannelId: string, userId: string): void;
}

/** STARTED: it is new. CHANNEL_ADDED: one more channel is in it. CHANGED: anything else. */
export type ConversationChange = 'STARTED' | 'CHANNEL_ADDED' | 'CHANGED';

/** What one transaction has changed of one room, collected while it works. */
export interface RoomChangesMade {
  readonly roomId: string;
  readonly events: RoomEvent[];
  /** Events that were told before and say something else now. */
  readonly again: Set<string>;
  readonly stored: Stored[];
  /** By id, what happened to it as it is told. */
  readonly conversations: Map<string, ConversationChange>;
  /** Contact channels that are new in the room, or are not as they were. */
  readonly channels: Set<string>;
  /** Users whose own part of the room is another. */
  readonly members: Set<string>;
  readonly taken: Set<string>;
  readonly untold: Set<string>;
  participants: boolean;
  lifecycle: 'CREATED' | 'UPDATED' | null;
}

/** What a client hears of a room that it may no longer see, unasked. */
const goneRoom = (roomId: string) => ({ inStep: false, changes: [], reload: [], gone: [roomId], memberships: [] });

const numbersOf = ({ conversations, channels, participants, lifecycle, again }: RoomChangesMade): number =>
  conversations.size + channels.size + (participants ? 1 : 0) + (lifecycle ? 1 : 0) + again.size;

/**
 * At the end of a transaction: gives each visible change the next number of its room, and has everybody told after the commit, each frame
 * bearing exactly one number. Of all rooms together, since those that give out change many.
 */
export async function tellChanges(tx: Tx, accountId: string, pushes: RoomPushes, all: readonly RoomChangesMade[]): Promise<void> {
  await tellMembers(tx, pushes.hub, all);
  const raised = takeToRaise(
    tx,
    all.map(({ roomId }) => roomId),
  );
  const changed = all.filter((one) => numbersOf(one) > 0 || one.events.length > 0 || one.taken.size > 0 || raised.has(one.roomId));
  if (changed.length === 0) return;
  const { rows } = await sql<{ id: string; change: number; epoch: number; type: string }>`
    update rooms r set change = r.change + t.numbers, access_no = r.access_no + t.raised
    from unnest(${changed.map(({ roomId }) => roomId)}::uuid[], ${changed.map(numbersOf)}::integer[],
      ${changed.map(({ roomId }) => Number(raised.has(roomId)))}::integer[]) t(id, numbers, raised)
    where r.id = t.id returning r.id, r.change, r.epoch, r.type`.execute(tx);
  const rooms = new Map(rows.map((row) => [row.id, row]));
  const rowOf = ({ roomId }: RoomChangesMade) => {
    const row = rooms.get(roomId);
    if (!row) throw new Error('a room is gone that is locked');
    return row;
  };
  const conversations = await numberConversations(tx, changed, (one) => rowOf(one).change - numbersOf(one));
  const again = await numberEvents(tx, changed, (one) => rowOf(one).change - one.again.size);
  const whole = changed
    .filter(({ channels, participants, lifecycle }) => channels.size > 0 || participants || lifecycle)
    .map(({ roomId }) => roomId);
  const made = new Map(whole.length > 0 ? (await readRooms(tx, whole)).map((room) => [room.id, room]) : []);
  // Read afresh: what this transaction has let in must not be remembered before it is committed.
  const audiences = await pushes.audiences.read(tx, accountId, rows);
  const gone = await withoutSight(
    tx,
    changed.filter(({ taken }) => taken.size > 0).map((one) => ({ id: one.roomId, type: rowOf(one).type, subjectIds: [...one.taken] })),
  );
  for (const one of changed) {
    const { roomId, taken, untold, stored } = one;
    const changedHere = [...one.conversations.keys()].flatMap((id) => conversations.get(id) ?? []).toSorted((a, b) => a.change - b.change);
    const frames = [
      ...framesOf(one, rowOf(one), changedHere, made.get(roomId) ?? null),
      ...(again.get(roomId) ?? []).map((event) => againFrame(event, rowOf(one).epoch)),
    ];
    const subjects = [
      ...new Set([
        ...(audiences.get(roomId) ?? []).filter((subjectId) => !untold.has(subjectId)),
        ...[...taken].flatMap((id) => [subject.user(id), subject.queue(id)]),
      ]),
    ];
    const left = (gone.get(roomId) ?? []).map(subject.user);
    afterCommit(tx, () => {
      for (const frame of frames) pushes.hub.publish(subjects, frame.type, frame.payload);
      if (left.length > 0) pushes.hub.publish(left, 'RoomState', goneRoom(roomId));
      pushes.customers.stored(accountId, stored);
      if (changedHere.length > 0) pushes.customers.conversations(accountId, changedHere);
    });
  }
}

/** Each changed conversation bears a number of its room, the first after `before`. @returns them as they are now, by id */
async function numberConversations(
  tx: Tx,
  changed: readonly RoomChangesMade[],
  before: (one: RoomChangesMade) => number,
): Promise<ReadonlyMap<string, Conversation>> {
  const numbered = changed.flatMap((one) => [...one.conversations.keys()].map((id, at) => ({ id, change: before(one) + at + 1 })));
  if (numbered.length === 0) return new Map();
  const ids = numbered.map(({ id }) => id);
  await sql`
    update conversations c set change = t.change
    from unnest(${ids}::uuid[], ${numbered.map(({ change }) => change)}::bigint[]) t(id, change) where c.id = t.id`.execute(tx);
  return new Map((await readConversationsById(tx, ids)).map((one) => [one.id, one]));
}

/** Each changed event bears the last numbers of its room, in the order of the changes. @returns them as they are now, by room */
async function numberEvents(
  tx: Tx,
  changed: readonly RoomChangesMade[],
  before: (one: RoomChangesMade) => number,
): Promise<ReadonlyMap<string, readonly RoomEvent[]>> {
  const numbered = changed.flatMap((one) => [...one.again].map((id, at) => ({ id, change: before(one) + at + 1 })));
  if (numbered.length === 0) return new Map();
  const ids = numbered.map(({ id }) => id);
  await sql`
    update events e set change = t.change
    from unnest(${ids}::uuid[], ${numbered.map((one) => one.change)}::bigint[]) t(id, change) where e.id = t.id`.execute(tx);
  const events = await readEventsById(tx, ids);
  if (events.length !== ids.length) throw new Error('an event is gone that was changed');
  return Map.groupBy(events, ({ roomId }) => roomId);
}

function againFrame(event: RoomEvent, epoch: number): Omit<RoomFrame, 'id'> {
  const { roomId, change } = event;
  return { type: changedFrameOf(event), payload: { roomId, epoch, change, event, again: true } };
}

function framesOf(
  { roomId, events, conversations, channels, participants, lifecycle, again }: RoomChangesMade,
  { change, epoch }: { change: number; epoch: number },
  changed: readonly Conversation[],
  room: Room | null,
): Omit<RoomFrame, 'id'>[] {
  const at = { roomId, epoch };
  let next = change - channels.size - (participants ? 1 : 0) - (lifecycle ? 1 : 0) - again.size;
  if (changed.length !== conversations.size) throw new Error('a conversation is gone that was changed');
  return [
    ...events.map((event) => ({ type: frameTypeOf(event), payload: { ...at, change: event.change, event } })),
    ...changed.map((conversation) =>
      frameOf(conversations.get(conversation.id) ?? 'CHANGED', { ...at, change: conversation.change, conversation }),
    ),
    ...channelsNow(room, channels).map((channel) => ({ type: 'ChannelUpdated' as const, payload: { ...at, change: ++next, channel } })),
    ...(room && participants
      ? [{ type: 'ParticipantsChanged' as const, payload: { ...at, change: ++next, roomParticipants: room.roomParticipants } }]
      : []),
    ...(room && lifecycle ? [{ type: 'RoomLifecycle' as const, payload: { ...at, change: ++next, lifecycle, room } }] : []),
  ];
}

function frameOf(
  what: ConversationChange,
  payload: { roomId: string; epoch: number; change: number; conversation: Conversation },
): Omit<RoomFrame, 'id'> {
  if (payload.conversation.state === 'RESOLVED') return { type: 'ConversationResolved', payload };
  if (what === 'CHANNEL_ADDED') return { type: 'AddChannel', payload: { ...payload, state: what } };
  return { type: 'ConversationState', payload: what === 'STARTED' ? { ...payload, state: what } : payload };
}

function channelsNow(room: Room | null, channels: ReadonlySet<string>): RoomChannel[] {
  const now = (room?.channels ?? []).filter(({ channelId }) => channels.has(channelId));
  if (now.length !== channels.size) throw new Error('a channel is gone that was changed');
  return now;
}

async function tellMembers(tx: Tx, hub: Hub, all: readonly RoomChangesMade[]): Promise<void> {
  const changed = all.flatMap(({ roomId, members }) => [...members].map((userId) => ({ roomId, userId })));
  if (changed.length === 0) return;
  for (const { userId, membership } of await membershipsOf(tx, changed)) {
    afterCommit(tx, () => hub.publish([subject.user(userId)], 'RoomMembership', membership));
  }
}
