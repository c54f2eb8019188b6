import * as z from 'zod/mini';
import { EMAIL_HTML_LIMIT, EMAIL_RECIPIENTS_LIMIT, EMAIL_SUBJECT_LIMIT } from '../limits.ts';
import { EmailRecipient, formText, Id } from './primitives.ts';

const recipients = z.array(EmailRecipient).check(z.maxLength(EMAIL_RECIPIENTS_LIMIT));

/** What an e-mail that is being written answers, and what is put below its words. */
export const emailReferences = {
  /** The e-mail of the room that it answers. */
  inReplyTo: z.optional(Id),
  /** One of the mailbox that it goes from. Null, or left out: none; of a draft left out the first, null none. */
  signatureId: z.optional(z.nullable(Id)),
  /** An e-mail of the room whose words stand below as what was said before. Null, or left out: none; of a draft left out as is usual, null none. */
  quotes: z.optional(z.nullable(Id)),
  /** An e-mail of the room that is passed on: its words below, its attachments along. */
  forwards: z.optional(Id),
};

/** What an agent writes of an e-mail beside its words and its files. */
export const emailWriting = {
  subject: z.optional(formText(EMAIL_SUBJECT_LIMIT)),
  to: z.optional(recipients.check(z.minLength(1))),
  cc: z.optional(recipients),
  bcc: z.optional(recipients),
  /** An address that the account writes from, alone or behind a name; EMAIL_FROM_NOT_OURS. */
  from: z.optional(EmailRecipient),
  /**
   * The words with their looks; left out, they go as plain text. The server lets through what it shows of e-mails too. A picture in the text is an upload
   * among the attachments, at `cid:<fileId>`.
   */
  html: z.optional(
    z.string().check(
      z.maxLength(EMAIL_HTML_LIMIT),
      z.refine((html) => !html.includes('\u0000'), { error: 'NUL_CHARACTER' }),
    ),
  ),
  ...emailReferences,
};
export const EmailWriting = z.object(emailWriting);
export type EmailWriting = z.infer<typeof EmailWriting>;
