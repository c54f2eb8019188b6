import type { EventDetails, SendAnswer, SendEmail, SendSms } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import type { Reader } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { RoomsDeps } from './deps.ts';
import { emailToSend, type WrittenEmail } from './email-to-send.ts';
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
  const draft = await emailToSend(on, actor, await asFirstSent(on, actor, message));
  return endingDraft(deps, actor, message, send(deps, actor, { clientMessageId, roomId, channelId, seenSeq, ...reference, ...draft }));
}

/** With the subject that it was sent with before, where it was: what is the newest to answer may be another by now. */
async function asFirstSent(on: Reader, { userId }: Actor, message: SendEmail): Promise<WrittenEmail> {
  const eventId = message.subject === undefined ? await eventOfKey(on, userId, message.clientMessageId) : null;
  if (eventId === null) return message;
  const row = await on.selectFrom('events').select('details').where('id', '=', eventId).executeTakeFirst();
  const subject = (row?.details as EventDetails | null | undefined)?.email?.subject;
  return subject === undefined ? message : { ...message, subject };
}
