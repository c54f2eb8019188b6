import * as z from 'zod/mini';
import { VisitorConversation, VisitorEvent } from '../frames/visitor.ts';
import type { FileLimits } from './file.ts';
import { Count, Instant } from './primitives.ts';
import type { WidgetAppearance } from './widget.ts';

/**
 * What the chat's page carries in its data block, so that the first picture needs no request. Not a schema: the server
 * writes it into the very document whose script reads it, and the schemas' part of that script must stay small.
 */
export interface ChatPage {
  widget: WidgetAppearance;
  /** Sites that may hold the chat: origins, `https://*.example.com`, or `*`. The frame talks to no other page. */
  allowedSites: readonly string[];
  /** Bytes of the largest files that the installation takes. */
  uploadLimits: FileLimits;
  /** The catalogue's texts for the widget, in its language: a visitor loads one language only. */
  words: Readonly<Record<string, string>>;
}

export const VISITOR_PAGE_SIZE = 30;
/** Header that carries the secret of a live-chat session. */
export const VISITOR_SECRET_HEADER = 'x-visitor-secret';

/** A session that was started; its secret is told only here. */
export const VisitorSession = z.object({ secret: z.string() });
export type VisitorSession = z.infer<typeof VisitorSession>;

export const VisitorTicket = z.object({ ticket: z.string() });

/** A page of what was said, ascending, and where the conversation stands. */
export const VisitorHistory = z.object({
  content: z.array(VisitorEvent),
  /** Nothing is older than this page. */
  last: z.boolean(),
  conversation: VisitorConversation,
  lastChannelSeq: Count,
  /** The server's clock: the visitor's own is never asked. */
  now: Instant,
});
export type VisitorHistory = z.infer<typeof VisitorHistory>;
