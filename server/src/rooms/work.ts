import type { RoomEvent } from '@parley/contract';
import { sql } from 'kysely';
import { newId } from '../platform/clock.ts';
import { beforeCommit, type Database, type Tx } from '../platform/database.ts';
import { againAfterDeadlock } from '../platform/deadlock.ts';
import { problem } from '../platform/problem.ts';
import { raiseAccessNo, subject } from './access.ts';
import type { Draft } from './draft.ts';
import { eventOfStored } from './event-view.ts';
import { storeEvents } from './lanes.ts';
import { type ConversationChange, type RoomChangesMade, type RoomPushes, tellChanges } from './tell-changes.ts';

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
  /** To be called after the rows were changed; each conversation is told once, one that has just started as such. */
  conversationChanged(conversationId: string, what?: ConversationChange): void;
  /** The customer can be reached on one more channel; or on one that they had no more, or again. */
  channelChanged(contactChannelId: string): void;
  participantsChanged(): void;
  /** An event says something else than it did: to be called after its row was changed. */
  eventChanged(eventId: string): void;
  /** The room's own line changed: made, renamed, another state. */
  roomChanged(lifecycle: 'CREATED' | 'UPDATED'): void;
  /** What this user has of the room changed: told to their own sockets alone. */
  membershipChanged(userId: string): void;
  /** Sight was taken from these users and queues: they hear of this transaction, and who sees the room no longer, that it is gone. */
  sightTaken(subjectIds: readonly string[]): void;
  /** These queues see a past conversation from now on: they find it when they look for it, and need not all be told of its end. */
  leaveUntold(queueIds: readonly string[]): void;
}

interface OpenRoom {
  work: RoomWork;
  changes: RoomChangesMade;
}
interface OpenWork {
  rooms: Map<string, OpenRoom>;
}
const openWork = new WeakMap<Tx, OpenWork>();

const pushesOf = new WeakMap<Database, RoomPushes>();

/** Says once, while the application is wired, where the frames of a database's rooms go. */
export function connectPushes(db: Database, pushes: RoomPushes): void {
  pushesOf.set(db, pushes);
}

/** Rows of `room_access` came or went under the room's lock: old audiences end, and who lost sight is told. */
export function sightChanged(work: RoomWork, { taken, untold }: { taken: readonly string[]; untold: readonly string[] }): void {
  raiseAccessNo(work.tx, [work.roomId]);
  work.sightTaken(taken);
  work.leaveUntold(untold);
}

/**
 * A private note beside what a person does, in the same transaction: whoever sees the room reads it, and no customer. Its writer has seen it
 * and the notes above, as with every note. Nothing is stored under a key under which they stored something before.
 */
export async function noteBeside(
  work: RoomWork,
  by: { userId: string; name: string },
  { text, clientMessageId }: { text: string; clientMessageId: string },
): Promise<void> {
  await work.record([
    {
      kind: 'COMMUNICATION',
      type: 'MESSAGE',
      origin: 'USER',
      originId: by.userId,
      originName: by.name,
      privateMessage: true,
      clientMessageId,
      text,
    },
  ]);
  work.membershipChanged(by.userId);
}

/**
 * A transaction in which rooms may be changed. Everybody locks in one order (ARCHITECTURE, "What keeps it right"); should PostgreSQL end it
 * all the same for another one's sake, it has left nothing and is done again. `work` must change nothing outside of `tx`.
 */
export function inRooms<T>(db: Database, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return againAfterDeadlock(() =>
    db.inAccount(accountId, async (tx) => {
      const pushes = pushesOf.get(db);
      const rooms = new Map<string, OpenRoom>();
      if (pushes !== undefined) {
        openWork.set(tx, { rooms });
        beforeCommit(tx, () =>
          tellChanges(
            tx,
            accountId,
            pushes,
            [...rooms.values()].map(({ changes }) => changes),
          ),
        );
      }
      return work(tx);
    }),
  );
}

/**
 * Locks a room and opens the collection of its changes, or joins the one that this transaction has open already.
 * Rooms are locked sorted by id by whoever needs several. Throws ROOM_NOT_FOUND.
 */
export async function roomWork(tx: Tx, accountId: string, roomId: string): Promise<RoomWork> {
  const work = (await roomWorks(tx, accountId, [roomId])).get(roomId);
  if (!work) throw problem('ROOM_NOT_FOUND');
  return work;
}

/** The same of several rooms at once, in their order; those that are not there are left out. */
export async function roomWorks(tx: Tx, accountId: string, roomIds: readonly string[]): Promise<ReadonlyMap<string, RoomWork>> {
  const open = openOf(tx);
  const fresh = [...new Set(roomIds)].filter((id) => !open.rooms.has(id));
  if (fresh.length > 0) {
    const { rows } = await sql<{ id: string }>`
      select id from rooms where id = any(${fresh}::uuid[]) order by id for no key update`.execute(tx);
    for (const { id } of rows) open.rooms.set(id, collect(tx, accountId, id));
  }
  const works = roomIds.flatMap((id) => open.rooms.get(id)?.work ?? []);
  return new Map(works.map((work) => [work.roomId, work]));
}

function openOf(tx: Tx): OpenWork {
  const open = openWork.get(tx);
  if (!open) throw new Error('rooms may be changed only inside inRooms');
  return open;
}

/** Stores entries of the histories of rooms that this transaction has open, all at once. @returns what was stored now */
export async function recordInRooms(tx: Tx, drafts: ReadonlyArray<Omit<Draft, 'id'>>): Promise<RoomEvent[]> {
  const { rooms } = openOf(tx);
  const full: Draft[] = drafts.map((draft) => ({ ...draft, id: newId() }));
  const judged = await storeEvents(tx, full);
  const now: RoomEvent[] = [];
  for (const [index, one] of judged.entries()) {
    if (one.verdict === 'DUPLICATE') continue;
    const { verdict } = one;
    if (verdict === 'FILE_NOT_FOUND' || verdict === 'FILE_ALREADY_SENT' || verdict === 'COLLEAGUE_GONE') throw problem(verdict);
    if (one.verdict === 'KEPT_FOR_LATER') throw problem('CLIENT_MESSAGE_ID_USED');
    if (one.verdict !== 'STORED') throw new Error(`an event of the room's own transaction was refused: ${one.verdict}`);
    const entry = { draft: full[index] as Draft, judged: one };
    const event = eventOfStored(entry);
    const collected = rooms.get(one.room_id)?.changes;
    if (!collected) throw new Error('an event was stored of a room that is not open');
    collected.stored.push(entry);
    collected.events.push(event);
    now.push(event);
  }
  return now;
}

function collect(tx: Tx, accountId: string, roomId: string): OpenRoom {
  const changes: RoomChangesMade = {
    roomId,
    events: [],
    again: new Set(),
    stored: [],
    conversations: new Map(),
    channels: new Set(),
    members: new Set(),
    taken: new Set(),
    untold: new Set(),
    participants: false,
    lifecycle: null,
  };
  const work: RoomWork = {
    roomId,
    accountId,
    tx,
    record: (drafts) =>
      recordInRooms(
        tx,
        drafts.map((draft) => ({ ...draft, roomId })),
      ),
    conversationChanged(id, what = 'CHANGED') {
      if (what !== 'CHANGED' || !changes.conversations.has(id)) changes.conversations.set(id, what);
    },
    channelChanged(id) {
      changes.channels.add(id);
    },
    eventChanged(id) {
      changes.again.add(id);
    },
    participantsChanged() {
      changes.participants = true;
    },
    roomChanged(kind) {
      if (changes.lifecycle !== 'CREATED') changes.lifecycle = kind;
    },
    membershipChanged(userId) {
      changes.members.add(userId);
    },
    sightTaken(subjectIds) {
      for (const id of subjectIds) changes.taken.add(id);
    },
    leaveUntold(queueIds) {
      for (const id of queueIds) changes.untold.add(subject.queue(id));
    },
  };
  return { work, changes };
}
