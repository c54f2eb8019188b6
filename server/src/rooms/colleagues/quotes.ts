import { type EventDataType, type EventSince, type Message, type OriginType, QUOTE_LENGTH, type Quote } from '@parley/contract';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';

/** The first line in which something stands, as long as it is shown. */
function firstLine(text: string | null | undefined): string | null {
  const line = text?.split(/\r?\n/u).find((one) => one.trim() !== '');
  return line === undefined ? null : [...line.trim()].slice(0, QUOTE_LENGTH).join('');
}

/**
 * What is told of an event that a message among colleagues quotes. To be asked under the room's lock: what is edited or deleted afterwards is
 * told anew by `changeQuotes`. Throws EVENT_NOT_FOUND for what is no message of the room, MESSAGE_DELETED.
 */
export async function quoteOf(tx: Tx, roomId: string, eventId: string): Promise<Quote> {
  const row = await tx
    .selectFrom('events')
    .select(['type', 'private', 'origin_type', 'origin_id', 'origin_name', 'message', 'since'])
    .where('id', '=', eventId)
    .where('room_id', '=', roomId)
    .where('kind', '=', 'COMMUNICATION')
    .executeTakeFirst();
  if (!row) throw problem('EVENT_NOT_FOUND');
  if ((row.since as EventSince | null)?.deleted !== undefined) throw problem('MESSAGE_DELETED');
  return {
    eventId,
    type: row.type as EventDataType,
    originType: row.origin_type as OriginType,
    originId: row.origin_id,
    originName: row.origin_name,
    text: firstLine((row.message as z.infer<typeof Message> | null)?.text),
    privateMessage: row.private,
  };
}

/** Messages that quote an event say what it says now; of one that was deleted (null) they say that. @returns their ids, in their order */
export async function changeQuotes(
  tx: Tx,
  { roomId, eventId }: { roomId: string; eventId: string },
  text: string | null,
): Promise<string[]> {
  const now = text === null ? { text: null, deleted: true } : { text: firstLine(text) };
  const { rows } = await sql<{ id: string }>`
    update events set message = jsonb_set(message, '{quote}', (message -> 'quote') || ${JSON.stringify(now)}::jsonb)
    where quotes = ${eventId}::uuid and room_id = ${roomId}::uuid
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort();
}
