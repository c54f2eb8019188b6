import * as z from 'zod/mini';
import { emailWriting } from '../entities/email-writing.ts';
import { ClientMessageId, Id, writtenText } from '../entities/primitives.ts';
import { seenByWriter } from '../entities/seen-by-writer.ts';
import { EMAIL_ATTACHMENTS_LIMIT, MESSAGE_TEXT_LIMIT, PHONE_NUMBER_LIMIT } from '../limits.ts';
import { amongColleagues, fittingMentions } from './among-colleagues.ts';

const somethingSaid = z.refine<{
  text: string | null;
  fileId?: string | undefined;
  attachments?: readonly string[] | undefined;
  forwards?: string | undefined;
}>(
  ({ text, fileId, attachments = [], forwards }) =>
    text !== null || fileId !== undefined || attachments.length > 0 || forwards !== undefined,
  {
    error: 'EMPTY',
    path: ['text'],
  },
);

/** An SMS, on a channel of that type. `phoneNumber` is the channel's own, where it is said at all. A file only where the channel takes files. */
export const SendSms = z
  .object({
    clientMessageId: ClientMessageId,
    roomId: Id,
    channelId: Id,
    text: z.nullable(writtenText(MESSAGE_TEXT_LIMIT)),
    fileId: z.optional(Id),
    phoneNumber: z.optional(z.string().check(z.minLength(1), z.maxLength(PHONE_NUMBER_LIMIT))),
    ...seenByWriter,
    ...amongColleagues,
  })
  .check(somethingSaid, fittingMentions);
export type SendSms = z.infer<typeof SendSms>;

/**
 * An e-mail, on a channel of that type, all of its attachments with it. What is left out: `to` is the customer's address, and with `inReplyTo` whoever
 * wrote that e-mail (its Reply-To where it has one), `from` our mailbox's; it answers `inReplyTo`, an e-mail of the room, else the newest on its channel, and
 * bears that one's subject. Of one that takes the place of an e-mail that was not delivered (`anewIdOf`), all of that is as it was in that one.
 * Its words come first, then the signature and what it quotes or forwards, by the signature's placement; the server puts them there.
 */
export const SendEmail = z
  .object({
    clientMessageId: ClientMessageId,
    roomId: Id,
    channelId: Id,
    text: z.nullable(writtenText(MESSAGE_TEXT_LIMIT)),
    ...emailWriting,
    attachments: z.optional(z.array(Id).check(z.maxLength(EMAIL_ATTACHMENTS_LIMIT))),
    ...seenByWriter,
    ...amongColleagues,
  })
  .check(somethingSaid, fittingMentions);
export type SendEmail = z.infer<typeof SendEmail>;
