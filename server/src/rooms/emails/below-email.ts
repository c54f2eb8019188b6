import type { Email, EmailAttachment, EmailWriting, EventDetails, Locale } from '@parley/contract';
import type * as z from 'zod/mini';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { type HistoryBelow, outgoingHtml, picturesIn, type Reading, type SignatureBelow } from './compose-email.ts';
import { type SendingMailbox, signatureOf } from './sending-mailbox.ts';

/** What is put below the words of an e-mail, and the files that go along with it: they are held by the event that it stands in already. */
export interface Below {
  signature: SignatureBelow | null;
  history: HistoryBelow | null;
  attachments: z.infer<typeof EmailAttachment>[];
}

type Asked = Pick<EmailWriting, 'signatureId' | 'quotes' | 'forwards'>;

/**
 * What is put below an e-mail of a room. Of what is forwarded all files go along, of what is quoted the pictures in its text.
 * Throws EMAIL_SIGNATURE_NOT_FOUND, and EVENT_NOT_FOUND of what is no e-mail of the room.
 */
export async function belowEmail(on: Reader | Tx, roomId: string, mailbox: SendingMailbox, asked: Asked): Promise<Below> {
  const { signatureId, quotes, forwards } = asked;
  const signature = await signatureOf(on, mailbox, signatureId);
  // What is passed on is not said a second time.
  const [field, eventId] = forwards === undefined ? (['quotes', quotes] as const) : (['forwards', forwards] as const);
  if (eventId == null) return { signature, history: null, attachments: [] };
  const history = await historyOf(on, roomId, eventId, field);
  return { signature, history, attachments: filesAlong(history) };
}

async function historyOf(on: Reader | Tx, roomId: string, eventId: string, field: 'quotes' | 'forwards'): Promise<HistoryBelow> {
  const row = await on
    .selectFrom('events as e')
    .leftJoin('email_bodies as b', (join) => join.onRef('b.account_id', '=', 'e.account_id').onRef('b.event_id', '=', 'e.id'))
    .select(['e.details', 'e.created_at', 'b.html'])
    .where('e.id', '=', eventId)
    .where('e.room_id', '=', roomId)
    .where('e.type', '=', 'EMAIL')
    .executeTakeFirst();
  const email: Email | undefined = (row?.details as EventDetails | null | undefined)?.email;
  if (!row || !email) throw problem('EVENT_NOT_FOUND', { field });
  const kind = field === 'quotes' ? 'QUOTED' : 'FORWARDED';
  return { kind, email, html: row.html, at: email.receivedDate ?? row.created_at };
}

function filesAlong({ kind, email, html }: HistoryBelow): Below['attachments'] {
  const all = email.attachments;
  const shown = html === null ? new Set() : new Set(picturesIn(outgoingHtml(html, new Set(all.map(({ fileId }) => fileId)))));
  return all.flatMap(({ isInline: _before, ...file }) =>
    shown.has(file.fileId) ? [{ ...file, isInline: true as const }] : kind === 'FORWARDED' ? [file] : [],
  );
}

/** In which language and by which clocks an account writes of what was said before. */
export async function readingOf(on: Reader | Tx): Promise<Reading> {
  const { language, timezone } = await on.selectFrom('accounts').select(['language', 'timezone']).executeTakeFirstOrThrow();
  return { language: language as Locale, timezone };
}
