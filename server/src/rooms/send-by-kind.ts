import type { Email, EventDetails, SendAnswer, SendEmail, SendSms } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { RoomsDeps } from './deps.ts';
import { emailToSend } from './email-to-send.ts';
import { numberAsKept } from './number-as-kept.ts';
import { requireVisible } from './reading/history.ts';
import { eventOfKey } from './repeated-send.ts';
import { endingDraft, send, uploadOf } from './send.ts';

/**
 * An agent sends an SMS (communications, section 7). Throws PHONE_NUMBER_NOT_OF_CUSTOMER where the number is not the channel's, SMS_TOO_LONG, and what
 * `sendText` and `sendFile` throw.
 */
export async function sendSms(deps: RoomsDeps, actor: Actor, message: SendSms): Promise<SendAnswer> {
  const { text, fileId, phoneNumber, ...where } = message;
  if (phoneNumber !== undefined) await requireOwnNumber(deps, actor, { ...where, phoneNumber });
  const words = text === null ? {} : { text };
  const file = fileId === undefined ? {} : { file: await uploadOf(deps, actor, fileId) };
  return endingDraft(deps, actor, message, send(deps, actor, { ...where, type: 'SMS', ...words, ...file }));
}

async function requireOwnNumber(
  deps: RoomsDeps,
  actor: Actor,
  { roomId, channelId, phoneNumber }: { roomId: string; channelId: string; phoneNumber: string },
): Promise<void> {
  const on = deps.db.reader(actor.accountId);
  await requireVisible(on, actor, roomId);
  const own = await on
    .selectFrom('contact_channels')
    .select('id')
    .where('id', '=', channelId)
    .where('room_id', '=', roomId)
    .where('address', '=', await numberAsKept(on, actor.accountId, phoneNumber))
    .executeTakeFirst();
  if (!own) throw problem('PHONE_NUMBER_NOT_OF_CUSTOMER', { field: 'phoneNumber' });
}

/**
 * An agent sends an e-mail with everything that belongs to it (communications, section 7). Sent again under its id, it answers what it answered
 * the first time. Throws what `emailToSend` and `sendText` throw, and FILE_ALREADY_SENT.
 */
export async function sendEmail(deps: RoomsDeps, actor: Actor, message: SendEmail): Promise<SendAnswer> {
  const on = deps.db.reader(actor.accountId);
  await requireVisible(on, actor, message.roomId);
  const { clientMessageId, roomId, channelId, seenSeq, quotedEventId, mentions } = message;
  const reference = { quotedEventId, mentions };
  const first = await firstSent(on, actor, message);
  // What is the newest to answer may be another by now, and a signature may say something else.
  const draft = await emailToSend(on, actor, first === undefined ? message : { ...message, subject: message.subject ?? first.subject });
  const { email } = draft.details ?? {};
  if (email !== undefined && first?.content.startsWith(message.text ?? '')) email.content = first.content;
  return endingDraft(deps, actor, message, send(deps, actor, { clientMessageId, roomId, channelId, seenSeq, ...reference, ...draft }));
}

/** As it was sent under its id before, where it was. */
async function firstSent(on: Reader, { userId }: Actor, message: SendEmail): Promise<Email | undefined> {
  const eventId = await eventOfKey(on, userId, message.clientMessageId);
  if (eventId === null) return undefined;
  const row = await on.selectFrom('events').select('details').where('id', '=', eventId).executeTakeFirst();
  return (row?.details as EventDetails | null | undefined)?.email;
}
