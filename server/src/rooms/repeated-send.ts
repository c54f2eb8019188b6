import { isDeepStrictEqual } from 'node:util';
import type { EventDetails, EventSince } from '@parley/contract';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { type Draft, detailsOf, type Judged, messageOf } from './draft.ts';

/**
 * A message under a key that was used before is answered as the first one was, when it is the same: sent again because the answer
 * was lost. Another one under that key would be taken for stored and be nowhere.
 * Throws CLIENT_MESSAGE_ID_USED.
 */
export async function requireRepeated(
  on: Reader | Tx,
  draft: Omit<Draft, 'id'>,
  judged: Pick<Judged, 'verdict' | 'event_id'>,
): Promise<void> {
  if (judged.verdict !== 'DUPLICATE') return;
  const first = await on
    .selectFrom('events')
    .select(['room_id', 'contact_channel_id', 'kind', 'type', 'private', 'message', 'file_id', 'since', 'details'])
    .where('id', '=', judged.event_id)
    .executeTakeFirstOrThrow();
  const [before, now] = [saidIn(first.message), saidIn(messageOf(draft))];
  // Edited or deleted since, it says something else than it did.
  const since = first.since as EventSince | null;
  const isAsSaid = since?.editedAt === undefined && since?.deleted === undefined;
  const isSame =
    first.room_id === draft.roomId &&
    // A customer may say it again by a new session, which has a channel of its own.
    (draft.origin === 'CUSTOMER' || first.contact_channel_id === (draft.contactChannelId ?? null)) &&
    first.kind === draft.kind &&
    first.private === (draft.privateMessage ?? false) &&
    (!isAsSaid ||
      (isDeepStrictEqual([first.type, before, emailIn(first.details)], [draft.type, now, emailIn(detailsOf(draft))]) &&
        first.file_id === (draft.file?.facts.fileId ?? null)));
  if (!isSame) throw problem('CLIENT_MESSAGE_ID_USED');
}

/** Words, buttons and answers to choose from; not what is told of its file, nor what it refers to. */
function saidIn(message: unknown) {
  const said = (message ?? {}) as Partial<Record<(typeof SAID)[number], unknown>>;
  return SAID.map((part) => said[part] ?? null);
}

/** What an e-mail says and to whom; not what the server gave it. */
function emailIn(details: unknown) {
  const { email } = (details ?? {}) as EventDetails;
  return email && [email.from, email.to, email.cc, email.bcc, email.subject, email.content, email.attachments];
}

const SAID = ['text', 'options', 'buttonText', 'buttonUrl', 'fallbackText', 'unsupportedMediaType'] as const;

/** The event that this sender has stored under this key before; null for none. Certain only under the room's lock. */
export async function eventOfKey(on: Reader | Tx, senderId: string, clientMessageId: string): Promise<string | null> {
  const row = await on
    .selectFrom('client_sends')
    .select('event_id')
    .where('sender_id', '=', senderId)
    .where('client_message_id', '=', clientMessageId)
    .executeTakeFirst();
  return row?.event_id ?? null;
}
