import * as z from 'zod/mini';
import { EmailAttachment } from '../entities/event-content.ts';
import { WritingMailbox } from '../entities/mailbox-fields.ts';
import { Count, EmailRecipient, formText, Id, Instant } from '../entities/primitives.ts';
import { EMAIL_ADDRESS_LIMIT } from '../limits.ts';
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

/** Somebody to whom an e-mail may go. `name` is empty where none is known. */
export const OfferedAddress = z.object({ address: z.string(), name: z.string() });
export type OfferedAddress = z.infer<typeof OfferedAddress>;

/** How what stands below the words of an e-mail is going to look: addresses as of `EmailPage`. Null where there is none of it. */
export const BelowEmail = z.object({
  signature: z.nullable(z.string()),
  history: z.nullable(z.string()),
  /** Files that go along with what is forwarded or quoted, the pictures within its text among them. */
  attachments: z.array(EmailAttachment),
  expiresAt: Instant,
});
export type BelowEmail = z.infer<typeof BelowEmail>;

export const emails = {
  /**
   * Whom an e-mail of the room may go to: those of its e-mails, colleagues, and customers that one may see, whose address, or a part of whose name,
   * begins so; those of the room first. At most `ADDRESSES_OFFERED`. Throws ROOM_NOT_FOUND.
   */
  addresses: route(['rooms', 'send'], 'GET', '/rooms/{roomId}/email-addresses', 'Whom an e-mail may go to')
    .input(z.object({ params: z.object({ roomId: Id }), query: z.object({ prefix: formText(EMAIL_ADDRESS_LIMIT) }) }))
    .output(z.object({ content: z.array(OfferedAddress) })),
  /**
   * What is going to stand below the words of an e-mail, as it will go: a signature of the mailbox that it goes from, and what it quotes or forwards.
   * Throws ROOM_NOT_FOUND; CHANNEL_NOT_FOUND; EVENT_NOT_FOUND of what is no e-mail of the room; EMAIL_SIGNATURE_NOT_FOUND; EMAIL_FROM_NOT_OURS.
   */
  below: route(['rooms', 'send'], 'POST', '/rooms/{roomId}/channels/{channelId}/email-below', 'What stands below the words of an e-mail')
    .input(
      z.object({
        params: z.object({ roomId: Id, channelId: Id }),
        body: z.object({
          signatureId: z.optional(z.nullable(Id)),
          quotes: z.optional(z.nullable(Id)),
          forwards: z.optional(Id),
          from: z.optional(EmailRecipient),
          dark: z._default(z.boolean(), false),
        }),
      }),
    )
    .output(BelowEmail),
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
