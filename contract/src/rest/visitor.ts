import * as z from 'zod/mini';
import { FileUrlsAnswer, FileUrlsQuery } from '../entities/file.ts';
import { askedNumber, EmailAddress, Id, LanguageTag } from '../entities/primitives.ts';
import {
  VisitorDetails,
  VisitorDetailsAnswer,
  VisitorHistory,
  VisitorIdentity,
  VisitorIdentityAnswer,
  VisitorSession,
  VisitorTicket,
  VisitorWaiting,
} from '../entities/visitor.ts';
import { WidgetAppearance } from '../entities/widget.ts';
import { VisitorSendAnswer, VisitorSendFile, VisitorSendText } from '../frames/visitor.ts';
import { route } from './access.ts';

/** What the site says of its visitor's language; without it the browser's own wish counts. */
const speaks = z.object({ language: z.optional(LanguageTag) });

export const visitor = {
  /** Open to any site (CORS *): nothing in it is secret. */
  widget: route('anyone', 'GET', '/visitor/widgets/{widgetId}', 'How a widget looks')
    .input(z.object({ params: z.object({ widgetId: Id }), query: speaks }))
    .output(WidgetAppearance),
  /** A session before its first message is nobody: no contact, no room (domain: a visitor becomes a contact with the first message). */
  startSession: route('anyone', 'POST', '/visitor/sessions', 'Start a session; the secret is told only here')
    .input(z.object({ query: speaks, body: z.object({ widgetId: Id }) }))
    .output(VisitorSession),
  /** Replaces what was told before. Throws WIDGET_FORM_INCOMPLETE with the fields that are missing. */
  tellDetails: route('visitor', 'PUT', '/visitor/details', 'What the visitor says of themselves, before the first message')
    .input(z.object({ body: VisitorDetails }))
    .output(VisitorDetailsAnswer),
  /** Throws VISITOR_IDENTITY_REFUSED when the widget's secret did not sign it. */
  identify: route('visitor', 'PUT', '/visitor/identity', 'Who the site says that this visitor is, with its signature')
    .input(z.object({ body: VisitorIdentity }))
    .output(VisitorIdentityAnswer),
  /**
   * The conversation as a letter, once somebody has answered in it. Throws TRANSCRIPT_WITHOUT_ANSWER, and MAIL_NOT_CONFIGURED where
   * the installation sends no mail.
   */
  transcript: route('visitor', 'POST', '/visitor/transcript', 'Send what was said to an e-mail address')
    .input(z.object({ body: z.object({ email: EmailAddress }) }))
    .output(z.object({})),
  signOut: route('visitor', 'DELETE', '/visitor/session', 'End this session').output(z.object({})),
  ticket: route('visitor', 'POST', '/visitor/tickets', 'Ticket for the websocket, valid 30 s').output(VisitorTicket),
  waiting: route('visitor', 'GET', '/visitor/waiting', 'Place in line, and when somebody is back').output(VisitorWaiting),
  /** The newest 30 before `before` (or of all), ascending; only this contact channel's and session's. */
  history: route('visitor', 'GET', '/visitor/history', 'What was said')
    .input(z.object({ query: z.object({ before: z.optional(askedNumber(1)) }) }))
    .output(VisitorHistory),
  send: route('visitor', 'POST', '/visitor/messages', 'Send when the websocket does not answer')
    .input(z.object({ body: VisitorSendText }))
    .output(VisitorSendAnswer),
  sendFile: route('visitor', 'POST', '/visitor/messages/file', 'Send an uploaded file when the websocket does not answer')
    .input(z.object({ body: VisitorSendFile }))
    .output(VisitorSendAnswer),
  fileUrls: route('visitor', 'POST', '/visitor/files/urls', 'Where files of this conversation can be fetched for ten minutes')
    .input(z.object({ body: FileUrlsQuery }))
    .output(FileUrlsAnswer),
  removeFile: route('visitor', 'DELETE', '/visitor/files/{fileId}', 'Throw away an upload that was not sent')
    .input(z.object({ params: z.object({ fileId: Id }) }))
    .output(z.object({ fileId: Id })),
};
