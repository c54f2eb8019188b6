import * as z from 'zod/mini';
import { EventFile } from '../entities/file.ts';
import { ClientMessageId, Count, Id, Instant, writtenText } from '../entities/primitives.ts';
import { VisitorPage } from '../entities/visitor-page.ts';
import { ErrorBody, RefusedFrame } from '../problems.ts';
import { VISITOR_TEXT_LIMIT } from '../visitor-rules.ts';
import type { FrameOf } from './frame.ts';

/**
 * An event as the visitor sees it: their own channel's numbering, no trace of notes, other channels or the room's own
 * counters (domain, invariant 3).
 */
export const VisitorEvent = z.object({
  /** Opaque here: the widget only compares it. */
  id: z.string(),
  channelSeq: Count,
  createdAt: Instant,
  from: z.enum(['VISITOR', 'AGENT', 'BOT']),
  /** Whom the visitor sees as the writer; null for themselves. */
  name: z.nullable(z.string()),
  /** Empty where a file came without words. */
  text: z.string(),
  file: z.nullable(EventFile),
  clientMessageId: z.nullable(z.string()),
  status: z.enum(['SENT', 'DELIVERED', 'SEEN', 'ERROR']),
});
export type VisitorEvent = z.infer<typeof VisitorEvent>;

/** Where the visitor's conversation stands. NONE: nothing written yet. BLOCKED: nothing is taken from them any more. */
export const VisitorConversation = z.object({
  state: z.enum(['NONE', 'WAITING', 'ASSIGNED', 'RESOLVED', 'BLOCKED']),
  /** Given name of who holds it, when somebody does. */
  agentName: z.nullable(z.string()),
});
export type VisitorConversation = z.infer<typeof VisitorConversation>;

export const VisitorSendText = z.object({ clientMessageId: ClientMessageId, text: /* @__PURE__ */ writtenText(VISITOR_TEXT_LIMIT) });
export type VisitorSendText = z.infer<typeof VisitorSendText>;

/** A file that this session uploaded, with or without words. */
export const VisitorSendFile = z.object({
  clientMessageId: ClientMessageId,
  fileId: Id,
  text: z.nullable(/* @__PURE__ */ writtenText(VISITOR_TEXT_LIMIT)),
});
export type VisitorSendFile = z.infer<typeof VisitorSendFile>;

export const VisitorSendAnswer = z.object({ eventId: z.string(), channelSeq: Count, createdAt: Instant });
export type VisitorSendAnswer = z.infer<typeof VisitorSendAnswer>;

export const visitorSends = {
  Text: VisitorSendText,
  Image: VisitorSendFile,
  File: VisitorSendFile,
  Typing: z.object({}),
  /** Everything from the agents up to here has arrived. */
  Delivered: z.object({ channelSeq: Count }),
  /** Everything from the agents up to here was on an open, visible screen. */
  Seen: z.object({ channelSeq: Count }),
  /** The page that this tab shows now; the newest of a session counts. */
  Page: VisitorPage,
  Ping: z.object({}),
  /** Answers the server's Ping. */
  Pong: z.object({}),
} as const;
export type VisitorSends = FrameOf<typeof visitorSends>;

/** What the widget reads the content of. Refusals are apart: it only needs to know that there was one, and must stay small. */
export const visitorReads = {
  Ack: z.object({ answer: z.nullable(VisitorSendAnswer) }),
  Text: z.object({ event: VisitorEvent }),
  Image: z.object({ event: VisitorEvent }),
  File: z.object({ event: VisitorEvent }),
  /** `from` tells whose messages: all of theirs up to `channelSeq` have at least this status. */
  MessageStatus: z.object({ from: z.enum(['VISITOR', 'AGENT']), channelSeq: Count, status: z.enum(['DELIVERED', 'SEEN']) }),
  ConversationState: VisitorConversation,
  Typing: z.object({ name: z.string() }),
  /** The session is over (duration, reset): keep what was typed, offer a new chat. */
  SessionEnded: z.object({}),
  /** Asked of who has said nothing for 5 s; answered by Pong. */
  Ping: z.object({}),
  Pong: z.object({ at: Instant }),
} as const;
export type VisitorReads = FrameOf<typeof visitorReads>;

/** Not by spreading: a bundler takes the reads of that for effects, and the widget would carry every schema. */
export const visitorReceives = /* @__PURE__ */ Object.assign({ VALIDATION: ErrorBody, INVALID_REQUEST: RefusedFrame }, visitorReads);
export type VisitorReceives = FrameOf<typeof visitorReceives>;
