import type { Conversation, Room, RoomEvent, RoomFrame } from '@parley/contract';
import { newId } from '../platform/clock.ts';
import { afterCommit, beforeCommit, type Database, type Tx } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { problem } from '../platform/problem.ts';
import { type Audiences, raiseAccessNo, subject, withoutSight } from './access.ts';
import type { Draft, Stored } from './draft.ts';
import { eventOfStored, frameTypeOf } from './event-view.ts';
import { storeEvents } from './lanes.ts';
import { readConversationsById, readMemberships, readRooms } from './room-view.ts';

/**
 * Changes of one room inside one transaction. The room is locked; each visible change takes the room's next number; what
 * everybody must be told is collected and pushed after the commit, each frame bearing exactly one number.
 */
export interface RoomWork {
  readonly roomId: string;
  readonly accountId: string;
  readonly tx: Tx;
  /** Stores what the system or a person did, as entries of the history. */
  record(drafts: ReadonlyArray<Omit<Draft, 'id' | 'roomId'>>): Promise<RoomEvent[]>;
  /** To be called after the rows were changed; each conversation is told once. */
  conversationChanged(conversationId: string): void;
  participantsChanged(): void;
  /** The room's own line changed: made, renamed, another state. */
  roomChanged(lifecycle: 'CREATED' | 'UPDATED'): void;
  /** What this user has of the room changed: told to their own sockets alone. */
  membershipChanged(userId: string): void;
  /** Sight was taken from these users and queues: they hear of this transaction, and who sees the room no longer, that it is gone. */
  sightTaken(subjectIds: readonly string[]): void;
  /** These queues see a past conversation from now on: they find it when they look for it, and need not all be told of its end. */
  leaveUntold(queueIds: readonly string[]): void;
}

const openWork = new WeakMap<Tx, { pushes: RoomPushes | undefined; rooms: Map<string, RoomWork> }>();

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

const pushesOf = new WeakMap<Database, RoomPushes>();

/** Says once, while the application is wired, where the frames of a database's rooms go. */
export function connectPushes(db: Database, pushes: RoomPushes): void {
  pushesOf.set(db, pushes);
}

/** What a client hears of a room that it may no longer see, unasked. */
const goneRoom = (roomId: string) => ({ inStep: false, changes: [], reload: [], gone: [roomId], memberships: [] });

/** Rows of `room_access` came or went under the room's lock: old audiences end, and who lost sight is told. */
export async function sightChanged(
  work: RoomWork,
  { taken, untold }: { taken: readonly string[]; untold: readonly string[] },
): Promise<void> {
  await raiseAccessNo(work.tx, work.roomId);
  work.sightTaken(taken);
  work.leaveUntold(untold);
}

/** A transaction in which rooms may be changed. */
export async function inRooms<T>(db: Database, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.inAccount(accountId, async (tx) => {
    openWork.set(tx, { pushes: pushesOf.get(db), rooms: new Map() });
    return work(tx);
  });
}

/**
 * Locks a room and opens the collection of its changes, or joins the one that this transaction has open already.
 * Rooms are locked sorted by id by whoever needs several. Throws ROOM_NOT_FOUND.
 */
export async function roomWork(tx: Tx, accountId: string, roomId: string): Promise<RoomWork> {
  const open = openWork.get(tx);
  if (!open?.pushes) throw new Error('rooms may be changed only inside inRooms');
  const existing = open.rooms.get(roomId);
  if (existing) return existing;
  const row = await tx.selectFrom('rooms').select(['id']).where('id', '=', roomId).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw problem('ROOM_NOT_FOUND');
  const work = collect(tx, accountId, roomId, open.pushes);
  open.rooms.set(roomId, work);
  return work;
}

function collect(tx: Tx, accountId: string, roomId: string, pushes: RoomPushes): RoomWork {
  const events: RoomEvent[] = [];
  const stored: Stored[] = [];
  const conversations = new Set<string>();
  const members = new Set<string>();
  const taken = new Set<string>();
  const untold = new Set<string>();
  let participants = false;
  let lifecycle: 'CREATED' | 'UPDATED' | null = null;
  const work: RoomWork = {
    roomId,
    accountId,
    tx,
    async record(drafts) {
      const full: Draft[] = drafts.map((draft) => ({ ...draft, id: newId(), roomId }));
      const judged = await storeEvents(tx, full);
      const now: RoomEvent[] = [];
      for (const [index, one] of judged.entries()) {
        if (one.verdict === 'DUPLICATE') continue;
        if (one.verdict !== 'STORED') throw new Error(`an event of the room's own transaction was refused: ${one.verdict}`);
        const entry = { draft: full[index] as Draft, judged: one };
        stored.push(entry);
        now.push(eventOfStored(entry));
      }
      events.push(...now);
      return now;
    },
    conversationChanged(id) {
      conversations.add(id);
    },
    participantsChanged() {
      participants = true;
    },
    roomChanged(kind) {
      if (lifecycle !== 'CREATED') lifecycle = kind;
    },
    membershipChanged(userId) {
      members.add(userId);
    },
    sightTaken(subjectIds) {
      for (const id of subjectIds) taken.add(id);
    },
    leaveUntold(queueIds) {
      for (const id of queueIds) untold.add(subject.queue(id));
    },
  };
  beforeCommit(tx, async () => {
    await pushMemberships();
    const extra = conversations.size + (participants ? 1 : 0) + (lifecycle ? 1 : 0);
    if (extra === 0 && events.length === 0 && taken.size === 0) return;
    const row = await tx
      .updateTable('rooms')
      .set((eb) => ({ change: eb('change', '+', extra) }))
      .where('id', '=', roomId)
      .returning(['change', 'epoch', 'type'])
      .executeTakeFirstOrThrow();
    let next = row.change - extra;
    const at = { roomId, epoch: row.epoch };
    const frames: Array<Omit<RoomFrame, 'id'>> = events.map((event) => ({
      type: frameTypeOf(event),
      payload: { ...at, change: event.change, event },
    }));
    for (const id of conversations) await tx.updateTable('conversations').set({ change: ++next }).where('id', '=', id).execute();
    const changed = conversations.size > 0 ? await readConversationsById(tx, [...conversations]) : [];
    for (const conversation of changed.toSorted((a, b) => a.change - b.change)) {
      const type = conversation.state === 'RESOLVED' ? 'ConversationResolved' : 'ConversationState';
      frames.push({ type, payload: { ...at, change: conversation.change, conversation } });
    }
    const room = participants || lifecycle ? ((await readRooms(tx, [roomId]))[0] as Room) : null;
    if (room && participants)
      frames.push({ type: 'ParticipantsChanged', payload: { ...at, change: ++next, roomParticipants: room.roomParticipants } });
    if (room && lifecycle) frames.push({ type: 'RoomLifecycle', payload: { ...at, change: ++next, lifecycle, room } });
    // Read afresh: what this transaction has let in must not be remembered before it is committed.
    const audience = await pushes.audiences.read(tx, accountId, { id: roomId, type: row.type });
    const subjects = [
      ...new Set([...audience.filter((one) => !untold.has(one)), ...[...taken].flatMap((id) => [subject.user(id), subject.queue(id)])]),
    ];
    const gone = taken.size > 0 ? await withoutSight(tx, { id: roomId, type: row.type }, [...taken]) : [];
    afterCommit(tx, () => {
      for (const frame of frames) pushes.hub.publish(subjects, frame.type, frame.payload);
      if (gone.length > 0) pushes.hub.publish(gone.map(subject.user), 'RoomState', goneRoom(roomId));
      pushes.customers.stored(accountId, stored);
      if (changed.length > 0) pushes.customers.conversations(accountId, changed);
    });
  });

  async function pushMemberships(): Promise<void> {
    for (const userId of members) {
      const membership = (await readMemberships(tx, userId, [roomId])).get(roomId);
      if (membership) afterCommit(tx, () => pushes.hub.publish([subject.user(userId)], 'RoomMembership', membership));
    }
  }
  return work;
}
