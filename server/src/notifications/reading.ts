import { type Message, Notification, type NotificationPage, type NotificationQuery, type OwnMention } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import { visibleRooms } from '../rooms/index.ts';

interface Row {
  id: string;
  kind: string;
  at: string;
  read_at: string | null;
  room_id: string;
  event_id: string | null;
  private: boolean | null;
  by_user_id: string | null;
  by_name: string;
  room_name: string;
  to_name: string;
  contact_id: string | null;
  said: Notification['message'] | null;
}

/** Of a message that did not arrive so much is told that it can be told from others. */
const WORDS_TOLD = 120;

/** The name is that of the moment, when they saw the room: they may not see it any more. */
const named = (rows: RawBuilder<unknown>) => sql`
  select n.id, n.kind, n.at, n.read_at, n.room_id, n.event_id, n.by_user_id, n.by_name, n.room_name, n.to_name, r.contact_id, e.private,
    case when n.kind in ('NOT_DELIVERED', 'DELIVERY_UNKNOWN') and c.type is not null then
      jsonb_build_object('channelType', c.type, 'type', e.type, 'text', left(e.message ->> 'text', ${WORDS_TOLD})) end as said
  from (${rows}) n join rooms r on r.id = n.room_id left join events e on e.id = n.event_id left join contact_channels c on c.id = e.contact_channel_id`;

const ofRow = (row: Row): Notification =>
  Notification.parse({
    id: row.id,
    kind: row.kind,
    at: row.at,
    readAt: row.read_at,
    roomId: row.room_id,
    roomEventId: row.event_id,
    ...(row.private === true ? { privateMessage: true } : {}),
    ...(row.said == null ? {} : { message: row.said }),
    roomName: row.room_name,
    contactId: row.contact_id,
    by: row.by_user_id === null ? null : { id: row.by_user_id, name: row.by_name },
    to: row.to_name === '' ? null : row.to_name,
  });

/** How many of somebody's are unread. */
export async function unreadOf(on: Reader, userId: string): Promise<number> {
  return (await unreadOfEach(on, [userId])).get(userId) ?? 0;
}

/** The same of several people at once; those who have none are left out. */
export async function unreadOfEach(on: Reader, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*) as count from notifications where user_id = any(${[...new Set(userIds)]}::uuid[]) and read_at is null
    group by user_id`.execute(on);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

/** A page of the actor's own, newest first; their ids are made in the order of time. */
export async function pageOfNotifications(
  on: Reader,
  { userId }: Pick<Actor, 'userId'>,
  { size, after }: NotificationQuery,
): Promise<NotificationPage> {
  // The page before its names: otherwise the names of all that somebody ever had are looked up for it.
  const page = sql`
    select * from notifications
    where user_id = ${userId}::uuid and (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
    order by id desc limit ${size + 1}`;
  const { rows } = await sql<Row>`${named(page)} order by n.id desc`.execute(on);
  return { content: rows.slice(0, size).map(ofRow), last: rows.length <= size, unread: await unreadOf(on, userId) };
}

/** These notifications, in the order of their ids. */
export async function notificationsById(on: Reader, ids: readonly string[]): Promise<Notification[]> {
  const { rows } = await sql<Row>`${named(sql`select * from notifications where id = any(${[...ids]}::uuid[])`)} order by n.id`.execute(on);
  return rows.map(ofRow);
}

/**
 * A page of messages in which the actor is named, newest first, of rooms that they see now. One that was deleted, or names them no more, is
 * left out.
 */
export async function pageOfMentions(
  on: Reader,
  actor: Actor,
  { size, after }: NotificationQuery,
): Promise<{ content: OwnMention[]; last: boolean }> {
  const named = JSON.stringify({ mentions: [{ userId: actor.userId }] });
  const { rows } = await sql<Row & { type: string; message: unknown }>`
    select n.id, n.kind, n.at, n.read_at, n.room_id, n.event_id, n.by_user_id, n.by_name, n.room_name, n.to_name, rooms.contact_id,
      e.private, null as said, e.type, e.message
    from notifications n
      join rooms on rooms.id = n.room_id and ${visibleRooms(actor)}
      join events e on e.id = n.event_id and e.room_id = n.room_id and e.message @> ${named}::jsonb
    where n.user_id = ${actor.userId}::uuid and n.kind = 'MENTIONED' and (${after ?? null}::uuid is null or n.id < ${after ?? null}::uuid)
    order by n.id desc limit ${size + 1}`.execute(on);
  const content = rows.slice(0, size).map((row): OwnMention => {
    const { text, mentions = [] } = row.message as z.infer<typeof Message>;
    return { notification: ofRow(row), type: row.type as OwnMention['type'], text, mentions };
  });
  return { content, last: rows.length <= size };
}
