import * as z from 'zod/mini';
import { EmailWriting } from './email-writing.ts';
import { UploadedFile } from './file.ts';
import { Count, Id, Instant } from './primitives.ts';

/** A provider's states of a message that it was asked to bring, and what is known while it was not, or when nobody knows. */
const ended = ['SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED', 'UNKNOWN'] as const;

/**
 * Something that happened on the way of a message. HANDED_OVER: the provider was asked. PUT_OFF: it wants it later. NO_ANSWER: it did not
 * answer, and is asked again with the same key. UNKNOWN: it did not answer, and nobody may ask again by itself. NOT_INSTEAD: no text message
 * could go out in its place (`reason` NO_END: the fallback sender is no active SMS sender of the account; OTHERS: the number is another customer's there).
 */
export const PathStep = z.object({
  step: z.enum(['HANDED_OVER', 'PUT_OFF', 'NO_ANSWER', 'NOT_INSTEAD', ...ended]),
  at: Instant,
  reason: z.nullable(z.string()),
  /** What the provider said, without secrets and addresses, and shortened; null where it said nothing, and for whom that is not. */
  answer: z.nullable(z.string()),
  /** False: it came late or once more, and changed nothing. */
  counts: z.boolean(),
  /** Of which part of a message that the provider carries in several; null: of the whole. */
  part: z.nullable(Count),
});
export type PathStep = z.infer<typeof PathStep>;

/** One part of a message, with its own id at the provider. */
export const PathPart = z.object({
  /** From 1 on. */
  number: Count,
  state: z.enum(['SENT', 'DELIVERED', 'SEEN', 'ERROR', 'REJECTED', 'DELIVERY_FAILED']),
  reason: z.nullable(z.string()),
  providerMessageId: z.nullable(z.string()),
});
export type PathPart = z.infer<typeof PathPart>;

/** One attempt to bring a message to its customer. */
export const PathAttempt = z.object({
  /** From 1 on. */
  number: Count,
  askedAt: Instant,
  /** Who asked for it by a click; null for the first. The id is null once that person is deleted. */
  askedBy: z.nullable(z.object({ id: z.nullable(Id), name: z.string() })),
  state: z.enum(['PENDING', 'SENDING', ...ended]),
  reason: z.nullable(z.string()),
  providerMessageId: z.nullable(z.string()),
  /** Of a message that the provider carries in several parts; empty of any other. */
  parts: z.array(PathPart),
  steps: z.array(PathStep),
});
export type PathAttempt = z.infer<typeof PathAttempt>;

/** The way of a message from its storing to the customer's eyes (communications, section 4). */
export const MessagePath = z.object({
  storedAt: Instant,
  storedBy: z.nullable(z.string()),
  /** Of live chat, which needs no attempts. */
  steps: z.array(PathStep),
  attempts: z.array(PathAttempt),
  /**
   * Of an e-mail that was not taken for all of its recipients at once: what has become of each. WAITING: it is tried again by itself. `answer` as of steps.
   */
  recipients: z.optional(
    z.array(
      z.object({
        address: z.string(),
        state: z.enum(['TAKEN', 'WAITING', 'REFUSED']),
        reason: z.nullable(z.string()),
        answer: z.nullable(z.string()),
      }),
    ),
  ),
});
export type MessagePath = z.infer<typeof MessagePath>;

/** What a message says that was not delivered, to be changed and sent anew under this id: it takes that message's place, once. */
export const WrittenAnew = z.object({
  clientMessageId: z.string(),
  channelId: Id,
  text: z.string(),
  /** Uploads of whoever asked, with the bytes of those that it brought. */
  /** Of an e-mail: what belongs to it beside its words and files. */
  email: z.optional(EmailWriting),
  files: z.array(UploadedFile),
});
export type WrittenAnew = z.infer<typeof WrittenAnew>;
