import {
  addressIn,
  anewOf,
  EMAIL_ATTACHMENTS_BYTES,
  EMAIL_ATTACHMENTS_LIMIT,
  EMAIL_HTML_LIMIT,
  EMAIL_RECIPIENTS_LIMIT,
  type Email,
  type EmailWriting,
  type EventDetails,
  recipientKey,
  recipientsOfAnswer,
  type SendEmail,
  settledRecipient,
  subjectOfAnswer,
  subjectOfForward,
  withoutTwice,
} from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { fileToSend } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { Draft } from './draft.ts';
import { type Below, belowEmail, readingOf } from './emails/below-email.ts';
import { composedEmail, outgoingHtml, picturesIn } from './emails/compose-email.ts';
import type { KeptWriting } from './emails/email-writings.ts';
import { plainWords } from './emails/plain-words.ts';
import { mailboxFrom, ownAddresses, type SendingMailbox } from './emails/sending-mailbox.ts';

/** What an agent writes by e-mail; the channel is one of the room's. */
export type WrittenEmail = Pick<SendEmail, 'clientMessageId' | 'roomId' | 'channelId' | 'attachments'> &
  EmailWriting & { text: string | null };

/** An e-mail as its event is going to tell it. Its files are uploads of its writer's, which the event keeps from then on, and those it passes on. */
export type EmailDraft = Pick<Draft, 'text' | 'details' | 'html' | 'fileIds' | 'heldFileIds'> & { type: 'EMAIL'; written: KeptWriting };

type Attached = Email['attachments'];

/**
 * Fills in what the writer left out: whom it goes to, from which address, what it answers and how that is called; and puts what belongs below the words
 * there. All of that stays as it was in an e-mail that was not delivered and whose place it takes: its writer changed its words.
 * Throws CHANNEL_NOT_FOUND, EVENT_NOT_FOUND of what it should answer, quote or forward, EMAIL_FROM_NOT_OURS, EMAIL_SIGNATURE_NOT_FOUND, FILE_NOT_FOUND,
 * EMAIL_RECIPIENTS_TOO_MANY, EMAIL_ATTACHMENTS_TOO_MANY, EMAIL_ATTACHMENTS_TOO_LARGE and EMAIL_LOOKS_TOO_LARGE.
 */
export async function emailToSend(on: Reader | Tx, actor: Actor, written: WrittenEmail): Promise<EmailDraft> {
  return emailWith(on, written, await attachmentsOf(on, actor, written.attachments ?? []));
}

/** An e-mail that nobody has written, in answer to the last one of its channel. Throws CHANNEL_NOT_FOUND. */
export function emailByItself(on: Reader | Tx, where: { roomId: string; channelId: string }, text: string): Promise<EmailDraft> {
  return emailWith(on, { ...where, text, clientMessageId: newId() }, []);
}

async function emailWith(on: Reader | Tx, written: WrittenEmail, files: Attached): Promise<EmailDraft> {
  const ends = await endsOf(on, written);
  const before = await replacedBy(on, written);
  const answered = before === null || written.inReplyTo !== undefined ? await answeredBy(on, written) : null;
  const from =
    written.from ?? (before !== null && recipientKey(before.from) === recipientKey(ends.mailbox.address) ? before.from : undefined);
  const mailbox = await mailboxFrom(on, ends.mailbox, from);
  const below = await belowEmail(on, written.roomId, mailbox, written);
  const said = await composed(on, written, files, below);
  const subject = written.subject ?? before?.subject ?? subjectOf(written, answered, below);
  const email: Email = {
    id: `<${newId()}@${addressIn(mailbox.address).split('@')[1] ?? 'parley.invalid'}>`,
    from: from ?? mailbox.address,
    ...(await recipientsOf(on, written, { before, answered, theirs: ends.theirs })),
    subject,
    content: said.text,
    replyTo: null,
    multipartContent: said.html !== null,
    receivedDate: null,
    attachments: said.attachments,
    references: answered === null ? (before?.references ?? []) : [...answered.references, answered.id].filter((id) => id !== ''),
  };
  const own = new Set(files.map(({ fileId }) => fileId));
  const words = subject.trim() === '' ? written.text : subject;
  return {
    type: 'EMAIL',
    ...(words === null ? {} : { text: words }),
    details: { email } satisfies EventDetails,
    ...(said.html === null ? {} : { html: said.html }),
    fileIds: [...own],
    written: { text: written.text, attachments: [...own], email: withoutPlace(written) },
    heldFileIds: said.attachments.flatMap(({ fileId }) => (own.has(fileId) ? [] : [fileId])),
  };
}

function withoutPlace({ subject, to, cc, bcc, from, html, inReplyTo, signatureId, quotes, forwards }: WrittenEmail): EmailWriting {
  const all = { subject, to, cc, bcc, from, html, inReplyTo, signatureId, quotes, forwards };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Of what is passed on it is that one's; else the answered one's. */
function subjectOf({ forwards }: WrittenEmail, answered: Email | null, { history }: Below): string {
  if (forwards !== undefined && history !== null) return subjectOfForward(history.email.subject);
  return answered === null ? '' : subjectOfAnswer(answered.subject);
}

/** Words, signature and what was said before, and all files. Throws where there is more of them than an e-mail takes. */
async function composed(
  on: Reader | Tx,
  { text, html: written }: WrittenEmail,
  files: Attached,
  below: Below,
): Promise<{ text: string; html: string | null; attachments: Attached }> {
  const html = written === undefined ? null : outgoingHtml(written, new Set(files.map(({ fileId }) => fileId)));
  // Each sign that is made harmless may become several.
  if (html !== null && html.length > EMAIL_HTML_LIMIT / 2) throw problem('EMAIL_LOOKS_TOO_LARGE', { field: 'html' });
  const stands = new Set(html === null ? [] : picturesIn(html));
  const own = files.map((file) => (stands.has(file.fileId) ? { ...file, isInline: true as const } : file));
  // Without looks there is no text in which a picture would stand; what is passed on goes along all the same.
  const along =
    html === null
      ? below.attachments.flatMap(({ isInline, ...file }) => (isInline && below.history?.kind === 'QUOTED' ? [] : [file]))
      : below.attachments;
  const attachments = [...own, ...along];
  if (attachments.length > EMAIL_ATTACHMENTS_LIMIT) throw problem('EMAIL_ATTACHMENTS_TOO_MANY', { limit: EMAIL_ATTACHMENTS_LIMIT });
  const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
  if (bytes > EMAIL_ATTACHMENTS_BYTES) throw problem('EMAIL_ATTACHMENTS_TOO_LARGE', { limit: EMAIL_ATTACHMENTS_BYTES / 1024 / 1024 });
  const words = text ?? (html === null ? '' : plainWords(html));
  const isBare = below.signature === null && below.history === null;
  const both = isBare
    ? { text: words, html: html === '' ? null : html }
    : composedEmail({ text: words, html, ...below }, await readingOf(on));
  return { ...both, attachments };
}

interface Known {
  before: Email | null;
  answered: Email | null;
  theirs: string;
}

/** Each person once, in the first line that names them. Throws EMAIL_RECIPIENTS_TOO_MANY. */
async function recipientsOf(
  on: Reader | Tx,
  written: WrittenEmail,
  { before, answered, theirs }: Known,
): Promise<Pick<Email, 'to' | 'cc' | 'bcc'>> {
  const usual = async () => {
    if (written.inReplyTo === undefined || answered === null) return [theirs];
    const { to } = recipientsOfAnswer(answered, await ownAddresses(on), false);
    return to.length > 0 ? to : [theirs];
  };
  const to = withoutTwice(written.to ?? before?.to ?? (await usual()));
  const cc = withoutTwice(written.cc ?? before?.cc ?? [], to);
  const bcc = withoutTwice(written.bcc ?? before?.bcc ?? [], [...to, ...cc]);
  if (to.length + cc.length + bcc.length > EMAIL_RECIPIENTS_LIMIT)
    throw problem('EMAIL_RECIPIENTS_TOO_MANY', { limit: EMAIL_RECIPIENTS_LIMIT });
  return { to, cc, bcc };
}

/** The customer's address, and our mailbox of the channel. */
async function endsOf(on: Reader | Tx, { roomId, channelId }: WrittenEmail): Promise<{ theirs: string; mailbox: SendingMailbox }> {
  const row = await on
    .selectFrom('contact_channels as c')
    .innerJoin('channel_applications as a', 'a.id', 'c.channel_application_id')
    .select(['c.address as theirs', 'a.id', 'a.sender', 'a.name'])
    .where('c.id', '=', channelId)
    .where('c.room_id', '=', roomId)
    .executeTakeFirst();
  if (!row) throw problem('CHANNEL_NOT_FOUND');
  return { theirs: settledRecipient(row.theirs) ?? row.theirs, mailbox: { id: row.id, address: row.sender || row.name } };
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

/** Uploads of this person's. Throws FILE_NOT_FOUND. */
async function attachmentsOf(on: Reader | Tx, { accountId, userId }: Actor, fileIds: readonly string[]): Promise<Attached> {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  const files = await Promise.all([...new Set(fileIds)].map(async (fileId) => (await fileToSend(on, uploader, fileId)).facts));
  return files.map(({ fileId, mediaType, fileName, fileSize }) => ({ fileId, type: mediaType, name: fileName, size: fileSize }));
}
