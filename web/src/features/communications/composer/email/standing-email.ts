import {
  addressIn,
  EMAIL_RECIPIENTS_LIMIT,
  type Email,
  type EmailWriting,
  type RoomEvent,
  recipientsOfAnswer,
  settledRecipient,
  strangersAmong,
  subjectOfAnswer,
  subjectOfForward,
  type WritingMailbox,
  withoutTwice,
} from '@parley/contract';
import type { DraftFields } from '../../state/drafts.ts';

/** An e-mail of the room that is held here. */
export interface HeldEmail {
  readonly eventId: string;
  readonly email: Email;
  readonly isFromCustomer: boolean;
  readonly channelId: string | null;
}

/** The e-mails among what is held of a room, in their order. */
export const heldEmails = (events: readonly RoomEvent[]): readonly HeldEmail[] =>
  events.flatMap(({ id, eventData: { email }, origin }) =>
    email == null ? [] : [{ eventId: id, email, isFromCustomer: origin.type === 'CUSTOMER', channelId: origin.channelId ?? null }],
  );

/** What is known where an e-mail is being written. */
export interface Circumstances {
  readonly emails: readonly HeldEmail[];
  readonly channelId: string;
  /** Where the customer is reached on the channel. */
  readonly customer: string | undefined;
  /** Our mailbox of the channel. */
  readonly applicationId: string;
  readonly mailboxes: readonly WritingMailbox[];
}

/** An e-mail as it would go now: what its writer said, and what is usual where they said nothing. */
export interface StandingEmail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  /** Undefined where the account has no mailbox that is known to send: it goes from the channel's. */
  readonly mailbox: WritingMailbox | undefined;
  /** Another mailbox than the channel's. */
  readonly from: string | undefined;
  readonly inReplyTo: string | undefined;
  readonly signatureId: string | null;
  readonly quotes: string | null;
  readonly forwards: string | undefined;
  /** Whoever has nothing to do with the room's e-mails so far, as far as these are held. */
  readonly strangers: readonly string[];
  /** What is no address. */
  readonly faulty: readonly string[];
  readonly isTooMany: boolean;
}

/** An answer to the customer's last e-mail on the channel, else to the last one there. */
function usuallyAnswered({ emails, channelId }: Circumstances): HeldEmail | undefined {
  const here = emails.filter((one) => one.channelId === channelId);
  return here.findLast(({ isFromCustomer }) => isFromCustomer) ?? here.at(-1);
}

/** The account's own addresses, as far as they are known here. */
export const ownAddresses = ({ mailboxes, emails }: Pick<Circumstances, 'mailboxes' | 'emails'>): string[] => [
  ...mailboxes.map(({ address }) => address),
  ...emails.flatMap(({ isFromCustomer, email }) => (isFromCustomer ? [] : [addressIn(email.from)])),
];

function mailboxOf({ mailboxes, applicationId }: Circumstances, from: string | undefined): WritingMailbox | undefined {
  const chosen = from === undefined ? undefined : mailboxes.find(({ address }) => address === addressIn(from));
  return chosen ?? mailboxes.find(({ id }) => id === applicationId);
}

export function standingEmail(fields: DraftFields, about: Circumstances): StandingEmail {
  const { forwards } = fields;
  const isForward = forwards !== undefined;
  const found = (id: string | undefined) => about.emails.find(({ eventId }) => eventId === id);
  const answered = isForward ? undefined : fields.inReplyTo === undefined ? usuallyAnswered(about) : found(fields.inReplyTo);
  const usual = answered && recipientsOfAnswer(answered.email, ownAddresses(about), false);
  const customer = about.customer === undefined ? [] : [about.customer];
  const to = fields.to ?? (isForward ? [] : usual !== undefined && usual.to.length > 0 ? usual.to : customer);
  const cc = fields.cc ?? (fields.to === undefined ? (usual?.cc ?? []) : []);
  const bcc = fields.bcc ?? [];
  const mailbox = mailboxOf(about, fields.from);
  const [signature] = mailbox?.signatures ?? [];
  const all = [...to, ...cc, ...bcc];
  const known = about.emails.flatMap(({ email }) => [
    email.from,
    ...email.to,
    ...email.cc,
    ...email.bcc,
    ...(email.replyTo ? [email.replyTo] : []),
  ]);
  const isKnown = (id: string | null | undefined) => id != null && mailbox?.signatures.some((one) => one.id === id) === true;
  const inReplyTo = fields.inReplyTo ?? answered?.eventId;
  return {
    to,
    cc,
    bcc,
    subject: fields.subject ?? usualSubject(found(forwards)?.email, answered?.email),
    mailbox,
    from: mailbox === undefined || mailbox.id === about.applicationId ? undefined : mailbox.address,
    inReplyTo: isForward ? undefined : inReplyTo,
    signatureId: fields.signatureId === undefined ? (signature?.id ?? null) : isKnown(fields.signatureId) ? fields.signatureId : null,
    quotes: isForward ? null : fields.quotes === undefined ? (inReplyTo ?? null) : fields.quotes,
    forwards,
    strangers: known.length === 0 ? [] : strangersAmong(all, [...known, ...customer, ...ownAddresses(about)]),
    faulty: all.filter((one) => settledRecipient(one) === null),
    isTooMany: all.length > EMAIL_RECIPIENTS_LIMIT,
  };
}

function usualSubject(forwarded: Email | undefined, answered: Email | undefined): string {
  if (forwarded !== undefined) return subjectOfForward(forwarded.subject);
  return answered === undefined ? '' : subjectOfAnswer(answered.subject);
}

/** Whether it could go, as far as the head says. */
export const canGo = ({ to, faulty, isTooMany }: StandingEmail): boolean => to.length > 0 && faulty.length === 0 && !isTooMany;

/**
 * What is sent of it beside words and files.
 * @param html the words with their looks, which may be none where something stands below them; undefined: it goes as plain text
 */
export function writingOf(email: StandingEmail, html: string | undefined, isSubjectSaid: boolean): EmailWriting {
  const { from, inReplyTo, forwards, subject, quotes, signatureId } = email;
  const to = withoutTwice(email.to);
  const cc = withoutTwice(email.cc, to);
  const bcc = withoutTwice(email.bcc, [...to, ...cc]);
  return {
    ...(to.length === 0 ? {} : { to }),
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    // Without one the server says what is usual: the answered e-mail may not be held here.
    ...(subject === '' && !isSubjectSaid ? {} : { subject }),
    ...(from === undefined ? {} : { from }),
    ...(html === undefined ? {} : { html }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(forwards === undefined ? {} : { forwards }),
    ...(quotes === null ? {} : { quotes }),
    ...(signatureId === null ? {} : { signatureId }),
  };
}

/** What a person does with an e-mail of the timeline. */
export type AnswerKind = 'REPLY' | 'REPLY_ALL' | 'FORWARD';

/** The head of a draft that answers an e-mail, or passes it on; the words stay as they are. */
export function answerFields(
  { eventId, email }: Pick<HeldEmail, 'eventId' | 'email'>,
  kind: AnswerKind,
  ours: readonly string[],
): DraftFields {
  const none = { bcc: undefined, from: undefined, signatureId: undefined };
  if (kind === 'FORWARD')
    return { ...none, to: [], cc: [], subject: subjectOfForward(email.subject), forwards: eventId, inReplyTo: undefined, quotes: null };
  const { to, cc } = recipientsOfAnswer(email, ours, kind === 'REPLY_ALL');
  return { ...none, to, cc, subject: subjectOfAnswer(email.subject), inReplyTo: eventId, quotes: eventId, forwards: undefined };
}
