import { anewOf, EMAIL_ATTACHMENTS_BYTES, type Email, type EventDetails, type SendEmail } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { fileToSend } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { Draft } from './draft.ts';

/** What an agent writes by e-mail; the channel is one of the room's. */
export type WrittenEmail = Omit<SendEmail, 'text'> & { text: string | null };

/** An e-mail as its event is going to tell it. Its files are uploads of its writer's, which the event keeps from then on. */
export type EmailDraft = Pick<Draft, 'text' | 'details' | 'fileIds'> & { type: 'EMAIL' };

/**
 * Fills in what the writer left out: whom it goes to, from which address, what it answers and how that is called. All of that stays as it was in an
 * e-mail that was not delivered and whose place it takes: its writer changed its words.
 * Throws CHANNEL_NOT_FOUND, EVENT_NOT_FOUND of what it should answer, EMAIL_FROM_NOT_OURS, FILE_NOT_FOUND and EMAIL_ATTACHMENTS_TOO_LARGE.
 */
export async function emailToSend(on: Reader | Tx, actor: Actor, written: WrittenEmail): Promise<EmailDraft> {
  return emailWith(on, written, await attachmentsOf(on, actor, written.attachments ?? []));
}

/** An e-mail that nobody has written, in answer to the last one of its channel. Throws CHANNEL_NOT_FOUND. */
export function emailByItself(on: Reader | Tx, where: { roomId: string; channelId: string }, text: string): Promise<EmailDraft> {
  return emailWith(on, { ...where, text, clientMessageId: newId() }, []);
}

async function emailWith(on: Reader | Tx, written: WrittenEmail, files: Awaited<ReturnType<typeof attachmentsOf>>): Promise<EmailDraft> {
  const ends = await endsOf(on, written);
  const before = await replacedBy(on, written);
  const answered = before === null || written.inReplyTo !== undefined ? await answeredBy(on, written) : null;
  const subject = written.subject ?? before?.subject ?? (answered === null ? '' : answerTo(answered.subject));
  if (written.from !== undefined && addressIn(written.from) !== addressIn(ends.ours))
    throw problem('EMAIL_FROM_NOT_OURS', { field: 'from' });
  const email: Email = {
    id: `<${newId()}@${addressIn(ends.ours).split('@')[1] ?? 'parley.invalid'}>`,
    from: written.from ?? (before !== null && addressIn(before.from) === addressIn(ends.ours) ? before.from : ends.ours),
    to: written.to ?? before?.to ?? [ends.theirs],
    cc: written.cc ?? before?.cc ?? [],
    bcc: written.bcc ?? before?.bcc ?? [],
    subject,
    content: written.text ?? '',
    replyTo: null,
    multipartContent: false,
    receivedDate: null,
    attachments: files.map(({ fileId, mediaType, fileName, fileSize }) => ({ fileId, type: mediaType, name: fileName, size: fileSize })),
    references: answered === null ? (before?.references ?? []) : [...answered.references, answered.id].filter((id) => id !== ''),
  };
  const words = subject.trim() === '' ? written.text : subject;
  return {
    type: 'EMAIL',
    ...(words === null ? {} : { text: words }),
    details: { email } satisfies EventDetails,
    fileIds: files.map(({ fileId }) => fileId),
  };
}

const addressIn = (text: string): string => (/<([^<>]*)>$/.exec(text)?.[1] ?? text).trim().toLowerCase();

/** Said once, however often it goes to and fro. */
const answerTo = (subject: string): string => (/^re:/i.test(subject.trim()) ? subject : `Re: ${subject}`);

/** The customer's address, and ours. */
async function endsOf(on: Reader | Tx, { roomId, channelId }: WrittenEmail): Promise<{ theirs: string; ours: string }> {
  const row = await on
    .selectFrom('contact_channels as c')
    .innerJoin('channel_applications as a', 'a.id', 'c.channel_application_id')
    .select(['c.address as theirs', 'a.name as ours'])
    .where('c.id', '=', channelId)
    .where('c.room_id', '=', roomId)
    .executeTakeFirst();
  if (!row) throw problem('CHANNEL_NOT_FOUND');
  return row;
}

/** The e-mail that it answers; null where the channel has none yet. */
async function answeredBy(on: Reader | Tx, { roomId, channelId, inReplyTo }: WrittenEmail): Promise<Email | null> {
  const emails = on.selectFrom('events').select('details').where('room_id', '=', roomId).where('type', '=', 'EMAIL');
  const row = await (inReplyTo === undefined
    ? emails.where('contact_channel_id', '=', channelId).where('channel_seq', 'is not', null).orderBy('channel_seq', 'desc').limit(1)
    : emails.where('id', '=', inReplyTo)
  ).executeTakeFirst();
  const email = (row?.details as EventDetails | null | undefined)?.email;
  if (inReplyTo !== undefined && email === undefined) throw problem('EVENT_NOT_FOUND');
  return email ?? null;
}

/** The e-mail of the room whose place it takes; null where it takes none. Whether it may is judged where it is stored. */
async function replacedBy(on: Reader | Tx, { roomId, clientMessageId }: WrittenEmail): Promise<Email | null> {
  const failedId = anewOf(clientMessageId);
  if (failedId === null) return null;
  const row = await on
    .selectFrom('events')
    .select('details')
    .where('room_id', '=', roomId)
    .where('id', '=', failedId)
    .where('type', '=', 'EMAIL')
    .executeTakeFirst();
  return (row?.details as EventDetails | null | undefined)?.email ?? null;
}

async function attachmentsOf(on: Reader | Tx, { accountId, userId }: Actor, fileIds: readonly string[]) {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  const files = await Promise.all([...new Set(fileIds)].map(async (fileId) => (await fileToSend(on, uploader, fileId)).facts));
  const bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
  if (bytes > EMAIL_ATTACHMENTS_BYTES) throw problem('EMAIL_ATTACHMENTS_TOO_LARGE', { limit: EMAIL_ATTACHMENTS_BYTES / 1024 / 1024 });
  return files;
}
