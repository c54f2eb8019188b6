import { settledAddress } from './addresses.ts';
import { headerText } from './encoded-words.ts';
import { type Field, fieldsAt, firstValue } from './header-fields.ts';
import { messageIdIn } from './message-ids.ts';
import type { DeliveryAction, DeliveryReport, ReportedRecipient } from './parsed-mail.ts';

const ACTIONS: readonly DeliveryAction[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
const MOST_RECIPIENTS = 500;
const LONGEST_DIAGNOSTIC = 1000;
/** So much of a text is looked through for what it reports. */
const LONGEST_NOTICE = 20_000;

/** `message/delivery-status`: what was said of each recipient; empty where nothing of it can be read. */
export function recipientsOf(status: Uint8Array): ReportedRecipient[] {
  const source = Buffer.from(status.buffer, status.byteOffset, status.byteLength);
  const recipients: ReportedRecipient[] = [];
  let at = 0;
  while (at < source.length && recipients.length < MOST_RECIPIENTS) {
    const block = fieldsAt(source, at);
    at = Math.max(block.bodyStart, at + 1);
    const recipient = recipientIn(block.fields);
    if (recipient !== null) recipients.push(recipient);
  }
  return recipients;
}

function recipientIn(fields: readonly Field[]): ReportedRecipient | null {
  const action = (firstValue(fields, 'action') ?? '')
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .trim();
  const status = statusIn(firstValue(fields, 'status') ?? '');
  const final = addressOf(firstValue(fields, 'final-recipient'));
  const original = addressOf(firstValue(fields, 'original-recipient'));
  const known = ACTIONS.find((one) => action.startsWith(one));
  if (known === undefined && (status === null || (final ?? original) === null)) return null;
  return {
    address: final ?? original,
    originalAddress: original !== final ? original : null,
    action: known ?? (status?.startsWith('5.') ? 'failed' : status?.startsWith('2.') ? 'delivered' : 'delayed'),
    status,
    diagnostic: cut(headerText((firstValue(fields, 'diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;/, ''))),
  };
}

const statusIn = (text: string): string | null => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0] ?? null;
const addressOf = (value: string | null): string | null =>
  value === null ? null : (settledAddress(value.replace(/^[^;]{0,60};/, ''))?.address ?? null);
const cut = (text: string): string => text.slice(0, LONGEST_DIAGNOSTIC).toWellFormed();

/** The Message-ID in a header that came back, whole or alone (`text/rfc822-headers`, or the original as a file). */
export function originalIdIn(header: Uint8Array): string | null {
  const source = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  return messageIdIn(firstValue(fieldsAt(source, 0).fields, 'message-id'));
}

/** `Disposition`, and of which mail: `message/disposition-notification` (RFC 8098). Null where it says nothing of being displayed. */
export function displayedIn(notification: Uint8Array): { originalMessageId: string | null } | null {
  const source = Buffer.from(notification.buffer, notification.byteOffset, notification.byteLength);
  const { fields } = fieldsAt(source, 0);
  if (!/;\s*displayed\b/i.test(firstValue(fields, 'disposition') ?? '')) return null;
  return { originalMessageId: messageIdIn(firstValue(fields, 'original-message-id')) };
}

const NOT_DELIVERED =
  /undeliver|not (?:be )?deliver|delivery (?:status|failure|failed|has failed|incomplete|delayed)|failure notice|returned mail|mail (?:delivery )?(?:failed|failure)|message (?:not delivered|blocked|delayed)|delayed mail|warning: (?:message|could not send)|недостав|не (?:е|беше|може да бъде) доставен|невъзможна доставка|неуспешна доставка|не доставлено|unzustellbar|nicht zugestellt|zustellung fehlgeschlagen|non (?:remis|distribué)|no se ha podido entregar|mancata consegna|niedostarczon|nelivrat|teslim edilemedi|δεν παραδόθηκε|配信不能|配達できません|退信/iu;
const DELAYED = /delay|will (?:be )?retr|still being retried|warning|забав|отложен|verzögert|retard|gecikti/iu;

export interface NoticeFacts {
  subject: string;
  text: string;
  /** `X-Failed-Recipients`, which Exim and Gmail write. */
  failedRecipients: readonly string[];
  /** It comes from a mail server: without a return path, or from `mailer-daemon`. */
  isFromServer: boolean;
  /** Addresses of whom it comes from and goes to. */
  ends: readonly string[];
  originalMessageId: string | null;
}

/** A bounce that brings no report (as qmail, old Exim and Exchange write them), understood from its words; null where it is none. */
export function reportInWords({
  subject,
  text,
  failedRecipients,
  isFromServer,
  ends,
  originalMessageId,
}: NoticeFacts): DeliveryReport | null {
  const notice = text.slice(0, LONGEST_NOTICE);
  if (!isFromServer || (failedRecipients.length === 0 && !NOT_DELIVERED.test(subject))) return null;
  const own = notice.search(/^-{2,}.*(?:original|copy|below|копие).*$|^Return-Path:|^Received:/im);
  const words = own === -1 ? notice : notice.slice(0, own);
  const said = failedRecipients.length > 0 ? failedRecipients : addressesInWords(words).filter((address) => !ends.includes(address));
  const action = DELAYED.test(subject) ? 'delayed' : 'failed';
  const status = statusIn(words) ?? classOf(words);
  const diagnostic = cut(/^.*(?<!\d)[45]\d\d[ -].*$/m.exec(words)?.[0].replace(/\s+/g, ' ').trim() ?? '');
  const addresses = said.length > 0 ? [...new Set(said)].slice(0, MOST_RECIPIENTS) : [null];
  const recipients = addresses.map((address) => ({ address, originalAddress: null, action, status, diagnostic }) as const);
  const found = /^Message-ID:\s*(<[^<>\s]{1,990}>)/im.exec(notice)?.[1] ?? null;
  return { kind: 'TEXT', recipients, originalMessageId: originalMessageId ?? found };
}

/** “550 No such user”: a refusal for good, or for now (RFC 5321). */
const classOf = (words: string): string | null => {
  const reply = /(?<![\d.])([45])\d\d(?=[ -])/.exec(words)?.[1];
  return reply === undefined ? null : `${reply}.0.0`;
};

const addressesInWords = (words: string): string[] =>
  [...words.matchAll(/[^\s<>()[\],;:"@]{1,64}@[^\s<>()[\],;:"@]{1,255}/g)].flatMap(([found]) => {
    const settled = settledAddress(found.replace(/[.,;:]+$/, ''));
    return settled === null || !settled.address.includes('.') || /^(?:mailer-daemon|postmaster)@/.test(settled.address)
      ? []
      : [settled.address];
  });
