import {
  anewOf,
  type EmailWriting,
  type ReplacementUnderWay,
  type RoomWithScheduled,
  type ScheduledMessage,
  type ScheduledState,
} from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { unsentUploads } from '../../files/index.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import type { ScheduledMessages } from '../../platform/schema.ts';
import { visibleRooms } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';

export type ScheduledRow = Selectable<ScheduledMessages>;

/** Locks one, behind its room. */
export const lockScheduled = (tx: Tx, id: string): Promise<ScheduledRow | undefined> =>
  tx.selectFrom('scheduled_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** It stays told as unsent to its author until it is dismissed: its words may be on their way into the composer. */
export const TAKEN_BACK = 'SCHEDULED_TAKEN_BACK';

/** A colleague has answered since it was sent, and its author is asked whether it is to go all the same. */
export const COLLEAGUE_ANSWERED = 'COLLEAGUE_ANSWERED';

/** Its author worked here no more when its time came. */
export const AUTHOR_LEFT = 'SCHEDULED_AUTHOR_LEFT';

/** So many rooms are told of in which something of one's own waits. */
const MOST_ROOMS = 500;

/** What its author has to look after: a colleague cancelled it, the customer wrote first, it could not be sent, or it is being written on. */
const UNSENT = sql<boolean>`(s.state in ('CANCELLED', 'FAILED') and not s.dismissed)`;

/**
 * What is to be sent later in a room, the next one first, and what of this person's own was not sent, or of those who work here no more: these look after
 * nothing any longer. What can only be taken back is told to its author alone: for everybody else it is not sent yet. Throws ROOM_NOT_FOUND for a room that this person may not see.
 */
export async function scheduledOfRoom(on: Reader, actor: Actor, roomId: string): Promise<ScheduledMessage[]> {
  await requireVisible(on, actor, roomId);
  const rows = await on
    .selectFrom('scheduled_messages as s')
    .selectAll('s')
    .where('s.room_id', '=', roomId)
    .where(sql<boolean>`((s.state = 'WAITING' and (not s.undo or s.author_id = ${actor.userId}::uuid))
      or ((s.author_id = ${actor.userId}::uuid or s.reason = ${AUTHOR_LEFT}) and ${UNSENT}))`)
    .orderBy('s.send_at')
    .orderBy('s.id')
    .execute();
  return asTold(on, rows);
}

/**
 * Undelivered messages of a room whose place a colleague's message takes that can still be taken back: that somebody is at it is told, and what it says is not.
 * Throws ROOM_NOT_FOUND for a room that this person may not see.
 */
export async function replacedByColleagues(on: Reader, actor: Actor, roomId: string): Promise<ReplacementUnderWay[]> {
  await requireVisible(on, actor, roomId);
  const rows = await on
    .selectFrom('scheduled_messages as s')
    .innerJoin('users as u', 'u.id', 's.author_id')
    .select(['s.client_message_id', 'u.id', 'u.first_name', 'u.last_name'])
    .where('s.room_id', '=', roomId)
    .where('s.state', '=', 'WAITING')
    .where('s.undo', '=', true)
    .where('s.author_id', '<>', actor.userId)
    .orderBy('s.send_at')
    .orderBy('s.id')
    .execute();
  return rows.flatMap(({ client_message_id, id, first_name, last_name }) => {
    const eventId = anewOf(client_message_id);
    return eventId === null ? [] : [{ eventId, author: { id, name: `${first_name} ${last_name}`.trim() } }];
  });
}

/** Rooms and channels on which messages of this person's own wait or were not sent, the next one first; what can only be taken back is not told. */
export async function roomsWithScheduled(on: Reader, actor: Actor): Promise<RoomWithScheduled[]> {
  const { rows } = await sql<{ room_id: string; channel_id: string; next_at: string | null; has_unsent: boolean }>`
    select s.room_id, s.contact_channel_id as channel_id, min(s.send_at) filter (where s.state = 'WAITING') as next_at, bool_or(s.state <> 'WAITING') as has_unsent
    from scheduled_messages s
    where s.author_id = ${actor.userId}::uuid and ((s.state = 'WAITING' and not s.undo) or ${UNSENT})
    group by s.room_id, s.contact_channel_id order by next_at nulls first, s.room_id, s.contact_channel_id limit ${MOST_ROOMS}`.execute(on);
  return rows.map((row) => ({ roomId: row.room_id, channelId: row.channel_id, nextAt: row.next_at, hasUnsent: row.has_unsent }));
}

/**
 * How many messages wait in these conversations, as far as this person sees their rooms; of what can be taken back only their own. `starting` are those
 * among the scheduled ones that were written while there was no conversation, and begin one where there is none at their time.
 */
export async function waitingIn(
  on: Reader,
  actor: Actor,
  conversationIds: readonly string[],
): Promise<{ scheduled: number; starting: number; undoable: number }> {
  const found = await on
    .selectFrom('scheduled_messages as s')
    .innerJoin('conversation_channels as cc', 'cc.contact_channel_id', 's.contact_channel_id')
    .innerJoin('rooms', 'rooms.id', 's.room_id')
    .select([
      sql<number>`count(*) filter (where not s.undo)`.as('scheduled'),
      sql<number>`count(*) filter (where s.starts)`.as('starting'),
      sql<number>`count(*) filter (where s.undo and s.author_id = ${actor.userId}::uuid)`.as('undoable'),
    ])
    .where(sql<boolean>`cc.conversation_id = any(${conversationIds}::uuid[])`)
    .where('cc.open', '=', true)
    .where('s.state', '=', 'WAITING')
    .where(visibleRooms(actor))
    .executeTakeFirstOrThrow();
  return found;
}

/** So many that can be taken back are told of at once: nobody sends more in ten seconds. */
const MOST_UNDOABLE = 50;

/** What this person has sent in any room and can still take back, in the order in which it goes. */
export async function undoableOf(on: Reader, actor: Actor): Promise<ScheduledMessage[]> {
  const rows = await on
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('author_id', '=', actor.userId)
    .where('state', '=', 'WAITING')
    .where('undo', '=', true)
    .orderBy('send_at')
    .orderBy('id')
    .limit(MOST_UNDOABLE)
    .execute();
  return asTold(on, rows);
}

/** One as the contract tells of it, after its transaction. */
export async function told(deps: RoomsDeps, row: ScheduledRow): Promise<ScheduledMessage> {
  const [one] = await asTold(deps.db.reader(row.account_id), [row]);
  return one as ScheduledMessage;
}

/** Rows as the contract tells of them. */
export async function asTold(on: Reader | Tx, rows: readonly ScheduledRow[]): Promise<ScheduledMessage[]> {
  if (rows.length === 0) return [];
  const authors = [...new Set(rows.map(({ author_id }) => author_id))];
  const people = await on.selectFrom('users').select(['id', 'first_name', 'last_name', 'active']).where('id', 'in', authors).execute();
  const names = new Map(people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
  const gone = new Set(people.flatMap(({ id, active }) => (active ? [] : [id])));
  const answers = await answersOf(on, rows);
  const told: ScheduledMessage[] = [];
  for (const id of authors) {
    const own = rows.filter(({ author_id }) => author_id === id);
    const [{ account_id: accountId }] = own as [ScheduledRow];
    const fileIds = [...new Set(own.flatMap(({ file_ids }) => file_ids))];
    const files = await unsentUploads(on, { by: 'USER', accountId, id }, fileIds);
    for (const row of own) {
      told.push({
        id: row.id,
        roomId: row.room_id,
        channelId: row.contact_channel_id,
        author: { id, name: names.get(id) ?? '' },
        isAuthorGone: gone.has(id),
        clientMessageId: row.client_message_id,
        text: row.text,
        files: row.file_ids.flatMap((fileId) => files.get(fileId) ?? []),
        ...(row.email === null ? {} : { email: row.email as EmailWriting }),
        sendAt: row.send_at,
        timezone: row.timezone,
        isUndo: row.undo,
        unlessCustomerWrites: row.unless_customer_writes,
        startsConversation: row.starts,
        state: row.state as ScheduledState,
        reason: row.reason,
        ...answers.get(row.id),
        version: row.version,
      });
    }
  }
  const order = new Map(rows.map(({ id }, place) => [id, place]));
  return told.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/** Of those whose author is asked: what a colleague has answered meanwhile. */
async function answersOf(on: Reader | Tx, rows: readonly ScheduledRow[]): Promise<Map<string, Pick<ScheduledMessage, 'answer'>>> {
  const asked = rows.filter(({ reason }) => reason === COLLEAGUE_ANSWERED).map(({ id }) => id);
  if (asked.length === 0) return new Map();
  const answers = await on
    .selectFrom('scheduled_messages as s')
    .innerJoin('events as e', (join) => join.onRef('e.room_id', '=', 's.room_id').onRef('e.seq', '=', 's.answer_seq'))
    .select(['s.id', 'e.seq', 'e.origin_name'])
    .where('s.id', 'in', asked)
    .execute();
  return new Map(answers.map(({ id, seq, origin_name }) => [id, { answer: { seq, name: origin_name ?? '' } }]));
}
