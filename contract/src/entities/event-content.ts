import * as z from 'zod/mini';
import { Count, Id, Instant } from './primitives.ts';

/** Of what kind a message was that its channel could not carry over (communications, section 3). */
export const UnsupportedMediaType = /* @__PURE__ */ z.enum([
  'AUDIO',
  'VIDEO',
  'REEL',
  'MAX_IMAGE_RESOLUTION',
  'MAX_IMAGE_SIZE',
  'MAX_FILE_SIZE',
  'CONTACT',
  'STICKER',
  'URL',
  'LOCATION',
  'UNKNOWN',
  'INCOMPLETE',
]);
export type UnsupportedMediaType = z.infer<typeof UnsupportedMediaType>;

/** One of the answers that a message offers to choose from. */
export const MessageOption = /* @__PURE__ */ z.object({ text: z.string() });

/** What a message has beside its words where its channel knows more than words: answers to choose from, and a button. */
export const RichContent = /* @__PURE__ */ z.object({
  options: z.optional(z.array(MessageOption)),
  buttonText: z.optional(z.string()),
  /** As its sender gave it; it is opened only where `openable` says so. */
  buttonUrl: z.optional(z.string()),
  /** What stands for all of it where it cannot be shown. */
  fallbackText: z.optional(z.string()),
});
export type RichContent = z.infer<typeof RichContent>;

/** A file that came with an e-mail, or stands within its text. */
export const EmailAttachment = /* @__PURE__ */ z.object({
  fileId: Id,
  type: z.string(),
  name: z.string(),
  size: Count,
  /** A picture that its looks show where it stands (`cid:<fileId>`). */
  isInline: z.optional(z.literal(true)),
});

/**
 * What a person must know of how an e-mail was read; its original has everything. CUT: longer, deeper or in more parts than what is read. HEADERS_ONLY: not
 * to be read within bounds, only its headers are here. BROKEN: its structure is. UNREADABLE_CHARACTERS: some of its bytes are no text. TNEF_UNREADABLE:
 * Outlook's `winmail.dat` is an attachment. ENCRYPTED: what it says is in an attachment. ADDRESSES_CUT: there are further recipients. FILES_LEFT_OUT: files
 * of it are larger than what is kept, or empty (`leftOut`). NOBODY_NAMED: a web form that names nobody; it is told as its own sender's.
 */
export const EmailNotice = /* @__PURE__ */ z.enum([
  'CUT',
  'HEADERS_ONLY',
  'BROKEN',
  'UNREADABLE_CHARACTERS',
  'TNEF_UNREADABLE',
  'ENCRYPTED',
  'ADDRESSES_CUT',
  'FILES_LEFT_OUT',
  'NOBODY_NAMED',
]);
export type EmailNotice = z.infer<typeof EmailNotice>;

/** Why an e-mail is taken for a machine's (RFC 3834, RFC 2369, RFC 3464). SUBJECT alone: not certain, a person may have written it. */
export const AutomaticReason = /* @__PURE__ */ z.enum([
  'AUTO_SUBMITTED',
  'PRECEDENCE',
  'RESPONSE_SUPPRESSED',
  'LIST',
  'AUTO_REPLY_HEADER',
  'EMPTY_RETURN_PATH',
  'MAILER_DAEMON',
  'REPORT',
  'SUBJECT',
]);

/** An e-mail as its event tells it (communications, section 3). */
export const Email = /* @__PURE__ */ z.object({
  /** Its Message-ID. */
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  /** Its text without the looks. */
  content: z.string(),
  replyTo: z.nullable(z.string()),
  /** Whether it has looks of its own: these are read apart, as a page of their own (`emails.page`), since they may weigh a hundred times what is said. */
  multipartContent: z.boolean(),
  receivedDate: z.nullable(Instant),
  attachments: z.array(EmailAttachment),
  references: z.array(z.string()),
  /** It was longer than what is kept of one: its text, its looks or both end before their end. */
  isCut: z.optional(z.literal(true)),
  notices: z.optional(z.array(EmailNotice)),
  /** Files that it brought and that are not kept; size in bytes. */
  leftOut: z.optional(z.array(z.object({ name: z.string(), size: Count }))),
  /** A machine wrote it; it gets no automatic answer. Somebody's note of absence: YES by its headers, LIKELY by its subject alone. */
  automatic: z.optional(z.object({ reasons: z.array(AutomaticReason), outOfOffice: z.enum(['YES', 'LIKELY', 'NO']) })),
  /** It seems to belong into that room, where its sender was not written to: a person may look. */
  suggestedRoomId: z.optional(Id),
  /** Its original can be fetched (`emails.original`). */
  hasOriginal: z.optional(z.literal(true)),
});
export type Email = z.infer<typeof Email>;

/** A call as its event tells it (communications, section 3). */
export const CallEvent = /* @__PURE__ */ z.object({
  ticketId: z.nullable(Id),
  externalCallId: z.nullable(z.string()),
  customerId: z.nullable(Id),
  customerName: z.nullable(z.string()),
  /** The number of ours that was called, and what it is called. */
  did: z.nullable(z.string()),
  didName: z.nullable(z.string()),
  fromNumber: z.nullable(z.string()),
  toNumber: z.nullable(z.string()),
  /** In seconds; null while it goes on, or where nobody measured it. */
  duration: z.nullable(Count),
  /** The recording's file, fetched as every file is (`files.urls`): its address for a moment is made for whoever asks. */
  recordingFileId: z.nullable(Id),
  /** What became of it, in the telephone exchange's word: ANSWERED, NO_ANSWER, BUSY, FAILED, …; null while it goes on. */
  dialStatus: z.nullable(z.string()),
  direction: z.enum(['IN', 'OUT']),
  callbackStatus: z.nullable(z.string()),
  /** The caller's name was made of the number. */
  autoGeneratedName: z.boolean(),
  userId: z.nullable(Id),
  accountId: z.nullable(Id),
});
export type CallEvent = z.infer<typeof CallEvent>;

/** What an event tells beside its message: when it began, the e-mail, the call. */
export const EventDetails = /* @__PURE__ */ z.object({
  startTime: z.optional(Instant),
  email: z.optional(Email),
  call: z.optional(CallEvent),
});
export type EventDetails = z.infer<typeof EventDetails>;
