import { type NotificationKind, ROOM_NAME_LIMIT } from '@parley/contract';
import { type Expression, type Insertable, sql } from 'kysely';
import { newId } from '../platform/clock.ts';
import { beforeCommit, type Database, type Tx } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import type { Notifications } from '../platform/schema.ts';
import {
  addressOfCustomer,
  conversationAssigned,
  conversationResolved,
  conversationWoke,
  mentionsTaken,
  messageDeleted,
  messageNotDelivered,
  messageSentAgain,
  namesOfOthers,
  participantsAdded,
  participantsRemoved,
  peopleMentioned,
  scheduledAgain,
  scheduledNotSent,
} from '../rooms/index.ts';
import { conversationQueued, conversationWokeWhileAway } from '../routing/index.ts';
import { askForNotifications } from './push/asking.ts';
import { notificationsById } from './reading.ts';
import { tellAtEnd } from './unread-at-end.ts';

interface Told {
  accountId: string;
  userId: string;
  kind: NotificationKind;
  roomId: string;
  eventId?: string;
  by: { id: string; name: string } | null;
  /** Where it went. */
  to?: string | null;
}

/**
 * Writes notifications with what they tell of, in the same transaction, and pushes each to the screens of whom it is for after
 * the commit. Nobody is told of what they did themselves.
 *
 * @param pushes whether those who have no page open are sent it too
 */
export function notifyPeople(db: Database, hub: Hub, pushes = false): void {
  const tell = (tx: Tx, all: readonly Told[]) => write(tx, hub, all, pushes);
  db.on(conversationAssigned, async (tx, assigned) => {
    await readByDoing(tx, hub, assigned);
    await tell(
      tx,
      assigned.flatMap(({ accountId, roomId, userId, userName, by, heldBy }): Told[] => {
        // What a queue gives out rings by itself, and is all of a day's work.
        if (by === null) return [];
        const told = { accountId, roomId, by };
        return [
          ...(userId === by.id ? [] : [{ ...told, userId, kind: 'HANDED_OVER' as const }]),
          ...ofHolder(told, heldBy, userId === by.id ? { kind: 'TAKEN_AWAY' } : { kind: 'GIVEN_TO_OTHER', to: userName }),
        ];
      }),
    );
  });
  db.on(conversationQueued, async (tx, queued) => {
    await readByDoing(tx, hub, queued);
    await tell(
      tx,
      queued.flatMap(({ accountId, roomId, queue, by, heldBy }) =>
        ofHolder({ accountId, roomId, by }, heldBy, { kind: 'PUT_INTO_QUEUE', to: queue }),
      ),
    );
  });
  db.on(conversationResolved, async (tx, resolved) => {
    await readByDoing(tx, hub, resolved);
    await tell(
      tx,
      resolved.flatMap(({ accountId, roomId, by, heldBy }) =>
        by === null ? [] : ofHolder({ accountId, roomId, by }, heldBy, { kind: 'RESOLVED_BY_OTHER' }),
      ),
    );
  });
  db.on(conversationWoke, (tx, woke) =>
    tell(
      tx,
      woke.map(({ accountId, roomId, userId, byCustomer }): Told => {
        const kind = byCustomer ? 'WOKE_BY_CUSTOMER' : 'WOKE_IN_TIME';
        return { accountId, roomId, userId, kind, by: null };
      }),
    ),
  );
  db.on(conversationWokeWhileAway, (tx, woke) =>
    tell(
      tx,
      woke.map(({ accountId, roomId, heldBy, queue }): Told => {
        const kind = queue === null ? 'WOKE_IN_TIME' : 'WOKE_WHILE_AWAY';
        return { accountId, roomId, userId: heldBy, kind, by: null, to: queue };
      }),
    ),
  );
  db.on(scheduledNotSent, (tx, messages) =>
    tell(
      tx,
      messages.map(({ accountId, roomId, userId, because, by }): Told => ({ accountId, roomId, userId, kind: NOT_SENT[because], by })),
    ),
  );
  // What is not so any more stands in nobody's list.
  db.on(scheduledAgain, async (tx, messages) => {
    for (const { roomId, userId } of messages) {
      const newest = sql<boolean>`id = (select id from notifications
        where user_id = ${userId}::uuid and room_id = ${roomId}::uuid and kind = 'SCHEDULED_CANCELLED' order by id desc limit 1)`;
      await withdraw(tx, hub, newest);
    }
  });
  db.on(messageDeleted, async (tx, messages) => {
    await withdraw(tx, hub, sql<boolean>`kind = 'MENTIONED' and event_id = any(${messages.map(({ eventId }) => eventId)}::uuid[])`);
  });
  db.on(mentionsTaken, async (tx, messages) => {
    for (const { eventId, userIds } of messages)
      await withdraw(tx, hub, sql<boolean>`kind = 'MENTIONED' and event_id = ${eventId}::uuid and user_id = any(${[...userIds]}::uuid[])`);
  });
  db.on(participantsAdded, (tx, added) =>
    tell(
      tx,
      added.flatMap(({ accountId, roomId, userIds, by }) =>
        userIds.filter((id) => id !== by.id).map((userId): Told => ({ accountId, roomId, userId, kind: 'ADDED_TO_GROUP', by })),
      ),
    ),
  );
  db.on(participantsRemoved, (tx, removed) =>
    tell(
      tx,
      removed.flatMap(({ accountId, roomId, userIds, by }) =>
        userIds.map((userId): Told => ({ accountId, roomId, userId, kind: 'REMOVED_FROM_GROUP', by })),
      ),
    ),
  );
  db.on(peopleMentioned, async (tx, mentioned) => {
    const all = mentioned.flatMap(({ accountId, roomId, eventId, userIds, by }) =>
      userIds.filter((id) => id !== by.id).map((userId) => ({ accountId, userId, kind: 'MENTIONED' as const, roomId, eventId, by })),
    );
    await tell(tx, await withoutTold(tx, all));
  });
  db.on(messageNotDelivered, (tx, messages) =>
    tell(
      tx,
      messages.map(({ accountId, roomId, eventId, userId, isUnknown }): Told => {
        const kind = isUnknown ? 'DELIVERY_UNKNOWN' : 'NOT_DELIVERED';
        return { accountId, roomId, eventId, userId, kind, by: null };
      }),
    ),
  );
  db.on(messageSentAgain, async (tx, messages) => {
    const { rows } = await sql<{ user_id: string }>`
      update notifications set read_at = clock_timestamp()
      where event_id = any(${messages.map(({ eventId }) => eventId)}::uuid[]) and kind in ('NOT_DELIVERED', 'DELIVERY_UNKNOWN') and read_at is null
      returning user_id`.execute(tx);
    tellUnread(tx, hub, rows);
  });
}

const NOT_SENT = {
  CUSTOMER: 'SCHEDULED_OVERTAKEN',
  COLLEAGUE: 'SCHEDULED_CANCELLED',
  ANSWERED: 'SCHEDULED_ANSWERED',
  REFUSED: 'SCHEDULED_NOT_SENT',
} as const;

/** Without those who were told of the same message before: an edit that names somebody once more is no news. */
async function withoutTold<One extends { userId: string; eventId: string }>(tx: Tx, all: readonly One[]): Promise<One[]> {
  if (all.length === 0) return [];
  const { rows } = await sql<{ user_id: string; event_id: string }>`
    select n.user_id, n.event_id from notifications n
    where n.user_id = any(${all.map(({ userId }) => userId)}::uuid[]) and n.kind = 'MENTIONED' and n.event_id = any(${all.map(({ eventId }) => eventId)}::uuid[])`.execute(
    tx,
  );
  return all.filter(({ userId, eventId }) => !rows.some((row) => row.user_id === userId && row.event_id === eventId));
}

/** What somebody else did with a conversation, to who held it. */
const ofHolder = (
  told: Pick<Told, 'accountId' | 'roomId'> & { by: { id: string; name: string } },
  heldBy: string | null,
  what: Pick<Told, 'kind' | 'to'>,
): Told[] => (heldBy === null || heldBy === told.by.id ? [] : [{ ...told, ...what, userId: heldBy }]);

async function write(tx: Tx, hub: Hub, all: readonly Told[], pushes: boolean): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ accountId, userId, kind, roomId, eventId, by, to }) => ({
    id: newId(),
    account_id: accountId,
    user_id: userId,
    kind,
    room_id: roomId,
    event_id: eventId ?? null,
    by_user_id: by?.id ?? null,
    by_name: by?.name ?? '',
    to_name: to ?? '',
  }));
  await tx.insertInto('notifications').values(rows).execute();
  if (pushes) await pushRung(tx, rows);
  // At the end, so that the rooms that it names are as they are committed.
  beforeCommit(tx, async () => {
    await nameRooms(
      tx,
      rows.map(({ id }) => id),
    );
    const told = new Map(
      (
        await notificationsById(
          tx,
          rows.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    );
    tellAtEnd(
      tx,
      hub,
      rows.flatMap(({ id, user_id: userId }) => {
        const notification = told.get(id);
        return notification === undefined ? [] : [{ userId, notification }];
      }),
    );
  });
}

/** Takes notifications back, and tells the screens of whom they were for how many are left unread. */
async function withdraw(tx: Tx, hub: Hub, which: Expression<boolean>): Promise<void> {
  tellUnread(tx, hub, await tx.deleteFrom('notifications').where(which).returning('user_id').execute());
}

/** Whoever does something with a conversation, from wherever, knows what they were told of its room. */
async function readByDoing(tx: Tx, hub: Hub, deeds: readonly { roomId: string; by: { id: string } | null }[]): Promise<void> {
  const done = deeds.flatMap(({ roomId, by }) => (by === null ? [] : [{ roomId, userId: by.id }]));
  if (done.length === 0) return;
  const { rows } = await sql<{ user_id: string }>`
    update notifications n set read_at = clock_timestamp()
    from (select distinct * from unnest(${done.map(({ userId }) => userId)}::uuid[], ${done.map(({ roomId }) => roomId)}::uuid[])) d(user_id, room_id)
    where n.user_id = d.user_id and n.room_id = d.room_id and n.read_at is null and n.event_id is null
    returning n.user_id`.execute(tx);
  tellUnread(tx, hub, rows);
}

function tellUnread(tx: Tx, hub: Hub, rows: readonly { user_id: string }[]): void {
  const userIds = new Set(rows.map(({ user_id }) => user_id));
  if (userIds.size > 0)
    tellAtEnd(
      tx,
      hub,
      [...userIds].map((userId) => ({ userId, notification: null })),
    );
}

/** Rings by its event already: the handing over, the customer's message. */
const RUNG: readonly NotificationKind[] = ['HANDED_OVER', 'WOKE_BY_CUSTOMER', 'SCHEDULED_OVERTAKEN'];

async function pushRung(
  tx: Tx,
  rows: readonly Pick<Insertable<Notifications>, 'id' | 'account_id' | 'user_id' | 'room_id' | 'kind'>[],
): Promise<void> {
  for (const [accountId, ofAccount] of Map.groupBy(rows, (row) => row.account_id)) {
    const rung = ofAccount.filter(({ kind }) => !RUNG.includes(kind as NotificationKind));
    if (rung.length === 0) continue;
    await askForNotifications(
      tx,
      accountId,
      rung.map(({ id, user_id: userId, room_id: roomId, kind }) => ({
        id,
        userId,
        roomId,
        kind: kind === 'MENTIONED' ? 'MENTION' : 'CHANGE',
      })),
    );
  }
}

/**
 * Whoever loses sight of a room later still knows what it was about, and hears nothing newer of it. A customer without a name is called by their address, a group without a name is called by the others in
 * it; a chat of two by nothing, since who did it is said.
 */
async function nameRooms(tx: Tx, ids: readonly string[]): Promise<void> {
  const others = namesOfOthers(sql`r.id`, sql`r.type`, sql`n.user_id`);
  await sql`
    update notifications n set room_name = coalesce(r.name, nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''),
      case when r.type = 'GROUP' then left(array_to_string(${others}, ', '), ${ROOM_NAME_LIMIT}) when r.type = 'EXTERNAL' then ${addressOfCustomer(sql`r.id`)} end, '')
    from rooms r left join contacts c on c.id = r.contact_id
    where r.id = n.room_id and n.id = any(${[...ids]}::uuid[])`.execute(tx);
}
