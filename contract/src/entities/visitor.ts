import * as z from 'zod/mini';
import { VisitorConversation, VisitorEvent } from '../frames/visitor.ts';
import { Count, Id, Instant } from './primitives.ts';
import { Locale } from './user.ts';

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/** What a website's visitor may know of a widget (administration, section 3). */
export const WidgetAppearance = z.object({
  id: Id,
  name: z.string(),
  language: Locale,
  headerText: z.string(),
  welcomeMessage: z.string(),
  primaryColor: Color,
  secondaryColor: Color,
});
export type WidgetAppearance = z.infer<typeof WidgetAppearance>;

/** What the chat's page carries in its data block, so that the first picture needs no request. */
export const ChatPage = z.object({
  widget: WidgetAppearance,
  /** Sites that may hold the chat: origins, `https://*.example.com`, or `*`. The frame talks to no other page. */
  allowedSites: z.array(z.string()),
});
export type ChatPage = z.infer<typeof ChatPage>;

export const VISITOR_PAGE_SIZE = 30;
/** Header that carries the secret of a live-chat session. */
export const VISITOR_SECRET_HEADER = 'x-visitor-secret';

/** A session that was started; its secret is told only here. */
export const VisitorSession = z.object({ secret: z.string().check(z.minLength(32), z.maxLength(128)) });
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
