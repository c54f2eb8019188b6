import { type EventDataType, type EventSince, type Message, type OriginType, QUOTE_LENGTH, type Quote } from '@parley/contract';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';

/** The first line in which something stands, as long as it is shown. */
function firstLine(text: string | null | undefined): string | null {
  const line = text?.split(/\r?\n/u).find((one) => one.trim() !== '');
  return line === undefined ? null : [...line.trim()].slice(0, QUOTE_LENGTH).join('');
}

export interface QuotedEvent {
  roomId: string;
  quote: Quote;
}

/** What is told of these events where they are quoted, as they are now, by id; those that are no messages are left out. */
export async function quotesOf(on: Tx | Reader, eventIds: readonly string[]): Promise<ReadonlyMap<string, QuotedEvent>> {
  if (eventIds.length === 0) return new Map();
  const rows = await on
    .selectFrom('events')
    .select(['id', 'room_id', 'type', 'private', 'origin_type', 'origin_id', 'origin_name', 'message', 'since'])
    .where('id', 'in', eventIds)
    .where('kind', '=', 'COMMUNICATION')
    .execute();
  return new Map(
    rows.map((row) => {
      const quote: Quote = {
        eventId: row.id,
        type: row.type as EventDataType,
        originType: row.origin_type as OriginType,
        originId: row.origin_id,
        originName: row.origin_name,
        text: firstLine((row.message as z.infer<typeof Message> | null)?.text),
        privateMessage: row.private,
        ...((row.since as EventSince | null)?.deleted === undefined ? {} : { deleted: true }),
      };
      return [row.id, { roomId: row.room_id, quote }];
    }),
  );
}

/**
 * What is told of an event that a message among colleagues quotes. To be asked under the room's lock: what is edited or deleted afterwards is
 * told anew by `changeQuotes`. Throws EVENT_NOT_FOUND for what is no message of the room, MESSAGE_DELETED.
 */
export async function quoteOf(tx: Tx, roomId: string, eventId: string): Promise<Quote> {
  const found = (await quotesOf(tx, [eventId])).get(eventId);
  if (found?.roomId !== roomId) throw problem('EVENT_NOT_FOUND');
  if (found.quote.deleted) throw problem('MESSAGE_DELETED');
  return found.quote;
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
