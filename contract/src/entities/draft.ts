import * as z from 'zod/mini';
import { DRAFT_FIELD_LIMIT, DRAFT_RECIPIENTS_LIMIT, DRAFT_TEXT_LIMIT, EMAIL_ATTACHMENTS_LIMIT, EMAIL_HTML_LIMIT } from '../limits.ts';
import { emailReferences } from './email-writing.ts';
import { Quote } from './event.ts';
import { UploadedFile } from './file.ts';
import { ClientMessageId, Count, Id, Instant } from './primitives.ts';

/** What a draft is for: a channel of the room, `internal` among colleagues, or `note` (communications, section 3). */
export const DraftChannelId = z.union([Id, z.literal('internal'), z.literal('note')]);

/** Half-written words: nothing but what cannot be stored is refused, and they may be empty. */
const unfinished = (maxLength: number) =>
  z.string().check(
    z.overwrite((text) => text.toWellFormed()),
    z.maxLength(maxLength),
    z.refine((text) => !text.includes('\u0000'), { error: 'NUL_CHARACTER' }),
  );
const line = unfinished(DRAFT_FIELD_LIMIT);
const recipients = z.array(line).check(z.maxLength(DRAFT_RECIPIENTS_LIMIT));

/** What the drafts of some channels have beside words and files: e-mail all but the last, Viber and SMS the last. */
const channelFields = {
  ...emailReferences,
  subject: z.optional(line),
  to: z.optional(recipients),
  cc: z.optional(recipients),
  bcc: z.optional(recipients),
  from: z.optional(line),
  /** Its words with their looks. */
  html: z.optional(unfinished(EMAIL_HTML_LIMIT)),
  phoneNumber: z.optional(line),
};

/** What was written and not sent. */
const written = {
  text: unfinished(DRAFT_TEXT_LIMIT),
  /** Uploads of one's own that were not sent, in the order in which they go. */
  attachments: z.array(Id).check(z.maxLength(EMAIL_ATTACHMENTS_LIMIT)),
  ...channelFields,
  /** The message of the room that it answers to: of notes and among colleagues alone. */
  quotedEventId: z.optional(Id),
};

/** The undelivered message whose place these words are to take (contract: `anewIdOf`). */
const anew = z.optional(Id);
const DraftContent = z.object({ ...written, anew });

/** One opening of the application in one browser. */
const WindowId = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/));

/** What of it the server looks up, as it is now: the uploads, and what is quoted, which may have been edited or deleted since. */
const details = { attachmentsFullDetails: z.array(UploadedFile), quote: z.optional(Quote) };

/** What was written in another window at the same time, or made room for other words, and is not what the draft says: it can be used or dropped. */
export const OtherDraft = z.object({
  id: Id,
  ...written,
  ...details,
  anew,
  /** It stood in the field before what stands there now; otherwise another window has written it. */
  aside: z.optional(z.literal(true)),
  typedAt: Instant,
});
export type OtherDraft = z.infer<typeof OtherDraft>;

/** What one user has written in a room for one channel and not sent; nobody else ever sees it. */
export const RoomDraft = z.object({
  roomId: Id,
  channelId: DraftChannelId,
  /** Whether it is a note. */
  isPrivate: z.boolean(),
  /** The unresolved conversation that its channel is in. */
  conversationId: z.nullable(Id),
  channelApplicationId: z.nullable(Id),
  ...written,
  ...details,
  /** Under which it is going to be sent: once a message is stored under it, there is no draft any more. */
  clientMessageId: z.nullable(ClientMessageId),
  /** Rises with every change; what bears a lower one is older. */
  version: Count,
  typedAt: Instant,
  /** The window that it was typed in last. */
  windowId: z.nullable(WindowId),
  others: z.array(OtherDraft),
});
export type RoomDraft = z.infer<typeof RoomDraft>;

/** What a window has typed, with everything that says whether it is the latest. */
export const DraftSave = z.object({
  ...written,
  clientMessageId: ClientMessageId,
  windowId: WindowId,
  /** Counts this window's saves: one that arrives after a later one changes nothing. */
  save: Count,
  /** The version that was before the window when it was typed; 0 for none. */
  base: Count,
  /** How long ago the last key was pressed, in milliseconds, by the window's clock: clocks of machines differ, pauses do not. */
  typedAgo: Count,
  /** Those of `others` that were used or dropped, and messages that were taken back into the field: they stand here from now on. */
  settled: z.array(z.string().check(z.maxLength(36))).check(z.maxLength(100)),
  /** What stood in the field and made room for one of the others, to be kept as such. */
  aside: z.array(DraftContent).check(z.maxLength(10)),
});
export type DraftSave = z.infer<typeof DraftSave>;
