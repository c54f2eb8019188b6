import { defaultNotices, type NoticeKind, OwnNotices } from '@parley/contract';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Stored } from '../../rooms/index.ts';
import { type Away, awayPeople } from './subscriptions.ts';

export const PUSH_TASK = 'notifications:push';

/** Reloads and lost connections come back by then, and ring by themselves. */
const AFTER_MS = 3000;
/** Over about five minutes; what is told later than SENT_WITHIN_MS is no news. */
const TRIES = 6;
/** An account in which nobody has subscribed is asked for again after this long. */
const BELIEVED_MS = 10_000;
const ACCOUNTS_KEPT = 10_000;

/** What a job is to tell, by ids alone: what it says is read when it is sent. */
export interface ToTell {
  accountId: string;
  subscriptionId: string;
  roomId: string;
  kind: NoticeKind;
  /** Of an event, else of a notification. */
  eventId?: string;
  notificationId?: string;
  /** When it happened, in milliseconds. */
  at: number;
}

const wants = (chosen: unknown, kind: NoticeKind): boolean => OwnNotices.parse({ ...defaultNotices, ...(chosen as object) })[kind].desktop;

/** Asks in this transaction for what is told when it is committed. */
export async function askFor(tx: Tx, all: readonly ToTell[]): Promise<void> {
  for (const one of all) await enqueue(tx, PUSH_TASK, { ...one }, { runAt: new Date(one.at + AFTER_MS), tries: TRIES });
}

/** Notifications of people who are away, in the transaction that writes them. */
export async function askForNotifications(
  tx: Tx,
  accountId: string,
  rows: readonly { id: string; userId: string; roomId: string; kind: 'MENTION' | 'CHANGE' }[],
): Promise<void> {
  const away = await awayPeople(tx);
  const at = Date.now();
  const all = rows.flatMap(({ id, userId, roomId, kind }) =>
    away
      .filter((one) => one.userId === userId && wants(one.notices, kind))
      .map(({ subscriptionId }): ToTell => ({ accountId, subscriptionId, roomId, kind, notificationId: id, at })),
  );
  await askFor(tx, all);
}

/** What an event rings for, by the rules of an open page; null for nothing. */
function kindOf({ draft, judged }: Stored): NoticeKind | null {
  if (draft.type === 'USER_ASSIGNED') return 'ASSIGNED';
  if (draft.type === 'ENTER_QUEUE') return 'WAITING';
  if (draft.kind !== 'COMMUNICATION') return null;
  if (draft.origin === 'CUSTOMER') return 'MESSAGE';
  const isAmongColleagues = draft.privateMessage === true || judged.room_type !== 'EXTERNAL';
  return draft.origin === 'USER' && isAmongColleagues ? 'COLLEAGUE' : null;
}

/** Which of these people take part in which of these rooms, and who is in a queue whose agents see them: `user room`. */
async function placesOf(on: Reader, userIds: readonly string[], roomIds: readonly string[]) {
  const [people, rooms] = [[...userIds], [...roomIds]];
  const { rows } = await sql<{ place: string; isQueue: boolean }>`
    select associated_id || ' ' || room_id as place, false as "isQueue" from participants
      where type = 'USER' and associated_id = any(${people}::uuid[]) and room_id = any(${rooms}::uuid[])
    union all
    select m.user_id || ' ' || a.room_id, true from room_access a join queue_members m on m.queue_id = a.subject_id
      where a.room_id = any(${rooms}::uuid[]) and m.user_id = any(${people}::uuid[])`.execute(on);
  const of = (isQueue: boolean) => new Set(rows.filter((row) => row.isQueue === isQueue).map(({ place }) => place));
  return { takesPart: of(false), queues: of(true) };
}

/** Whether something that was stored concerns somebody: as on an open page. */
function concerns({ draft, judged }: Stored, kind: NoticeKind, { userId }: Away, places: Awaited<ReturnType<typeof placesOf>>): boolean {
  const place = `${userId} ${judged.room_id}`;
  if (draft.origin === 'USER' && draft.originId === userId) return false;
  if (kind === 'ASSIGNED') return draft.modifiedParticipants?.some(({ id }) => id === userId) === true;
  return kind === 'WAITING' ? places.queues.has(place) : places.takesPart.has(place);
}

export interface Asking {
  /** To be told after each commit of what was stored. Never throws. */
  stored(accountId: string, stored: readonly Stored[]): void;
  /** Somebody of the account has just subscribed. */
  subscribed(accountId: string): void;
  /** Resolves when everything that was told has been asked for. */
  settled(): Promise<void>;
}

/** Asks for a push of what was stored, to those whom it concerns and who have no page open. What is said itself is long safe by then. */
export function askForStored(db: Database, log: Log): Asking {
  const nobody = new Map<string, number>();
  const under = new Set<Promise<void>>();

  async function ask(accountId: string, stored: readonly Stored[]): Promise<void> {
    const on = db.reader(accountId);
    const any = await on.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst();
    if (any === undefined) {
      if (nobody.size >= ACCOUNTS_KEPT) nobody.clear();
      nobody.set(accountId, Date.now() + BELIEVED_MS);
      return;
    }
    const away = await awayPeople(on);
    if (away.length === 0) return;
    const roomIds = [...new Set(stored.map(({ judged }) => judged.room_id))];
    const places = await placesOf(
      on,
      away.map(({ userId }) => userId),
      roomIds,
    );
    const at = Date.now();
    const all = stored.flatMap((entry) => {
      const kind = kindOf(entry);
      if (kind === null) return [];
      const { event_id: eventId, room_id: roomId } = entry.judged;
      return away
        .filter((one) => wants(one.notices, kind) && concerns(entry, kind, one, places))
        .map(({ subscriptionId }): ToTell => ({ accountId, subscriptionId, roomId, kind, eventId, at }));
    });
    if (all.length > 0) await db.inAccount(accountId, (tx) => askFor(tx, all));
  }

  return {
    stored(accountId, stored) {
      if ((nobody.get(accountId) ?? 0) > Date.now() || !stored.some((entry) => kindOf(entry) !== null)) return;
      const asking = ask(accountId, stored)
        .catch((error: unknown) => log.error({ err: error }, 'what was stored could not be pushed'))
        .finally(() => under.delete(asking));
      under.add(asking);
    },
    subscribed: (accountId) => void nobody.delete(accountId),
    async settled() {
      await Promise.all(under);
    },
  };
}
