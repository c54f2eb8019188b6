import * as z from 'zod/mini';
import { ChannelType } from '../entities/channel.ts';
import { Count, Id, Instant } from '../entities/primitives.ts';
import { Locale } from '../entities/user.ts';
import { VisitorConversation, VisitorEvent, VisitorSendAnswer, VisitorSendText } from '../frames/visitor.ts';
import { route } from './access.ts';

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

export const VISITOR_PAGE_SIZE = 30;
/** Header that carries the secret of a live-chat session. */
export const VISITOR_SECRET_HEADER = 'x-visitor-secret';

export const visitor = {
  /** Open to any site (CORS *): nothing in it is secret. */
  widget: route('anyone', 'GET', '/visitor/widgets/{widgetId}', 'How a widget looks')
    .input(z.object({ params: z.object({ widgetId: Id }) }))
    .output(WidgetAppearance),
  /** A session before its first message is nobody: no contact, no room (domain: a visitor becomes a contact with the first message). */
  startSession: route('anyone', 'POST', '/visitor/sessions', 'Start a session; the secret is told only here')
    .input(z.object({ body: z.object({ widgetId: Id }) }))
    .output(z.object({ secret: z.string(), channelType: ChannelType })),
  ticket: route('visitor', 'POST', '/visitor/tickets', 'Ticket for the websocket, valid 30 s').output(z.object({ ticket: z.string() })),
  /** The newest 30 before `before` (or of all), ascending; only this contact channel's and session's. */
  history: route('visitor', 'GET', '/visitor/history', 'What was said')
    .input(z.object({ query: z.object({ before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }) }))
    .output(
      z.object({
        content: z.array(VisitorEvent),
        last: z.boolean(),
        conversation: VisitorConversation,
        lastChannelSeq: Count,
        now: Instant,
      }),
    ),
  send: route('visitor', 'POST', '/visitor/messages', 'Send when the websocket does not answer')
    .input(z.object({ body: VisitorSendText }))
    .output(VisitorSendAnswer),
};
