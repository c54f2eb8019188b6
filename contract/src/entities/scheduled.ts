import * as z from 'zod/mini';
import { EMAIL_ATTACHMENTS_LIMIT, MESSAGE_TEXT_LIMIT } from '../limits.ts';
import { hasVisible } from '../visible.ts';
import { EmailWriting } from './email-writing.ts';
import { UploadedFile } from './file.ts';
import { ClientMessageId, Count, Id, Instant, TimeZone } from './primitives.ts';
import { seenByWriter } from './seen-by-writer.ts';

/** How a message stands that is sent by the clock. FAILED: its time came, and it could not be sent then. */
export const ScheduledState = z.enum(['WAITING', 'SENT', 'CANCELLED', 'FAILED']);
export type ScheduledState = z.infer<typeof ScheduledState>;

const Author = z.object({ id: Id, name: z.string() });

/** A message to a customer that is sent later: at a time that was chosen, or when it can be taken back no more. */
export const ScheduledMessage = z.object({
  id: Id,
  roomId: Id,
  /** The contact's channel that it goes out on. */
  channelId: Id,
  author: Author,
  /** Its author works here no more: it will not be sent. */
  isAuthorGone: z.boolean(),
  /** Under which its author has sent it. */
  clientMessageId: ClientMessageId,
  /** Empty where files go without words. */
  text: z.string(),
  /** In the order in which they go; those that were thrown away meanwhile are missing. */
  files: z.array(UploadedFile),
  /** Of an e-mail: whom it goes to, its subject and looks, as far as its author has said. */
  email: z.optional(EmailWriting),
  sendAt: Instant,
  /** By the clocks of which zone the time was chosen. */
  timezone: z.string(),
  /** It was sent, and its author can take it back until `sendAt`; nobody else is told of it. */
  isUndo: z.boolean(),
  unlessCustomerWrites: z.boolean(),
  /** It begins a conversation where there is none at its time; otherwise it goes only within one. */
  startsConversation: z.boolean(),
  state: ScheduledState,
  /** Why it was not sent: a key of the catalogue; null where its author cancelled it, and while it waits. */
  reason: z.nullable(z.string()),
  /** With the reason COLLEAGUE_ANSWERED: who has answered since it was sent, and the place of that answer, by which it goes all the same. */
  answer: z.optional(z.object({ name: z.string(), seq: Count })),
  /** Another with every edit. */
  version: Count,
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

/** A colleague has sent another message in the place of one that was not delivered, and can still take it back: what it says is theirs alone. */
export const ReplacementUnderWay = z.object({ eventId: Id, author: Author });
export type ReplacementUnderWay = z.infer<typeof ReplacementUnderWay>;

/** What a message says, and by which choice it goes. */
const content = {
  text: z.nullable(
    z.string().check(
      z.maxLength(MESSAGE_TEXT_LIMIT),
      z.refine((text) => !text.includes('\u0000'), { error: 'NUL_CHARACTER' }),
      z.refine(hasVisible, { error: 'EMPTY' }),
    ),
  ),
  fileIds: z.array(Id).check(
    z.maxLength(EMAIL_ATTACHMENTS_LIMIT),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'FILE_TWICE' }),
  ),
  /** On e-mail channels alone, and left out of those where nothing was said beside the words. EMAIL_ONLY on others. */
  email: z.optional(EmailWriting),
  timezone: TimeZone,
  unlessCustomerWrites: z.boolean(),
};
/** Words, or files, or both; or an e-mail that is forwarded. */
const saysSomething = z.refine<{ text: string | null; fileIds: readonly string[]; email?: EmailWriting | undefined }>(
  ({ text, fileIds, email }) => text !== null || fileIds.length > 0 || email?.forwards !== undefined,
  { error: 'EMPTY', path: ['text'] },
);

/** A message that is to be sent later. `sendAt` null: as soon as it can be taken back no more, as the account says. */
export const NewScheduledMessage = z
  .object({
    ...content,
    /** Asked again under the same, it is the one that was made. */
    clientMessageId: ClientMessageId,
    channelId: Id,
    sendAt: z.nullable(Instant),
    /** Asked only of what is sent now and can be taken back, then and when it goes: what is put off has its own rule, `unlessCustomerWrites`. */
    ...seenByWriter,
  })
  .check(saysSomething);
export type NewScheduledMessage = z.infer<typeof NewScheduledMessage>;

/** What a message that waits becomes, as a whole. */
export const ScheduledEdit = z
  .object({
    ...content,
    sendAt: Instant,
    /** As it was read: of two windows that edit it the second is told. */
    version: Count,
  })
  .check(saysSomething);
export type ScheduledEdit = z.infer<typeof ScheduledEdit>;

/** A room in which one's own messages wait, or could not be sent. */
export const RoomWithScheduled = z.object({
  roomId: Id,
  /** Over which of its channels. */
  channelId: Id,
  /** When the next one goes; null where none waits. */
  nextAt: z.nullable(Instant),
  /** Some were not sent, and their author has not looked after them yet. */
  hasUnsent: z.boolean(),
});
export type RoomWithScheduled = z.infer<typeof RoomWithScheduled>;

/** What an account says of how messages to customers are sent. */
export const sendingRules = {
  /** So many seconds a message that was sent can be taken back: none, or ten. */
  undoSendSeconds: z.union([z.literal(0), z.literal(10)]),
  /** Whether what is sent later is to be cancelled when the customer writes first, unless its author says otherwise. */
  cancelWhenCustomerWrites: z.boolean(),
};
export const SendingRules = z.object(sendingRules);
export type SendingRules = z.infer<typeof SendingRules>;
export const usualSending: SendingRules = { undoSendSeconds: 0, cancelWhenCustomerWrites: true };
