import * as z from 'zod/mini';
import { WritingMailbox } from '../entities/mailbox-fields.ts';
import { Count, Id, Instant } from '../entities/primitives.ts';
import { route } from './access.ts';

/** Where an e-mail can be read as it was meant to look, until `expiresAt`, by whoever holds the address: signed for one person. */
export const EmailPage = z.object({
  url: z.string(),
  /** So many pictures lie elsewhere: they are fetched, by the server, only where somebody asks for them. */
  remotePictures: Count,
  expiresAt: Instant,
});
export type EmailPage = z.infer<typeof EmailPage>;

/** An e-mail as it came: where its source is fetched until `expiresAt`, as a file, by whoever holds the address; its size in bytes; and its headers. */
export const EmailOriginal = z.object({ url: z.string(), expiresAt: Instant, size: Count, headers: z.string() });
export type EmailOriginal = z.infer<typeof EmailOriginal>;

export const emails = {
  /**
   * Of an e-mail with looks of its own: a page that runs nothing. `pictures`: with those that lie elsewhere. `dark`: on a dark ground, where
   * the e-mail brings no colours. Throws ROOM_NOT_FOUND; EVENT_NOT_FOUND also of an event that is no such e-mail.
   */
  page: route(['rooms', 'read'], 'POST', '/rooms/{roomId}/events/{eventId}/email-page', 'Where an e-mail can be read as it looks')
    .input(
      z.object({
        params: z.object({ roomId: Id, eventId: Id }),
        body: z.object({ pictures: z._default(z.boolean(), false), dark: z._default(z.boolean(), false) }),
      }),
    )
    .output(EmailPage),
  /** Of an e-mail that came in (`hasOriginal`). Throws ROOM_NOT_FOUND; EVENT_NOT_FOUND also of an event that has none; FILE_NOT_FOUND. */
  original: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/events/{eventId}/email-original', 'An e-mail as it came, with its headers')
    .input(z.object({ params: z.object({ roomId: Id, eventId: Id }) }))
    .output(EmailOriginal),
  /** The account's mailboxes that are switched on and send, by name: for whoever writes an e-mail. */
  writeFrom: route(
    ['rooms', 'send'],
    'GET',
    '/emails/write-from',
    'From which mailboxes e-mails are written, with their signatures',
  ).output(z.object({ content: z.array(WritingMailbox) })),
};
