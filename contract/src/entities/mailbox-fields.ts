import * as z from 'zod/mini';
import { isMailAddress, settledMailAddress } from '../mail-address.ts';
import { isHost, settledHost } from '../mail-host.ts';
import { ConnectionProblem } from './channel-health.ts';
import { userStatuses } from './closed-lists.ts';
import { IncomingServer, MailboxSettings, mailboxSecrets, OutgoingServer, signaturePlacements } from './mailbox.ts';
import { formLines, formText, Id, Instant, requiredText } from './primitives.ts';

/** Settled: small letters, its domain in ASCII form. */
export const MailAddress = z
  .string()
  .check(z.maxLength(320), z.overwrite(settledMailAddress), z.refine(isMailAddress, { error: 'NOT_AN_EMAIL_ADDRESS' }));

const Host = z.string().check(z.maxLength(253), z.overwrite(settledHost), z.refine(isHost, { error: 'NOT_A_HOST' }));

/** As it was handed out: no line ends. Empty: none, also where there was one. */
const Secret = z.string().check(z.maxLength(4000), z.regex(/^[^\0\r\n]*$/));
/** PEM. Empty: none. */
const PrivateKey = z.string().check(z.maxLength(10_000), z.trim());

const { incoming: _incoming, outgoing: _outgoing, dkim: _dkim, webFormSenders: _senders, ...plain } = MailboxSettings.shape;

/** What admins set of a mailbox (administration, sections 3 and 5). What holds between its fields: `mailboxFaults`. */
export const mailboxFields = {
  name: requiredText(120),
  status: z.enum(userStatuses),
  address: MailAddress,
  ...plain,
  incoming: z.nullable(z.object({ ...IncomingServer.shape, host: Host, username: formText(320) })),
  outgoing: z.nullable(z.object({ ...OutgoingServer.shape, host: Host, username: formText(320) })),
  clientId: formText(200),
  tenantId: formText(200).check(z.regex(/^[\w.-]*$/, { error: 'NOT_A_TENANT' })),
  moveTo: formText(200),
  webFormSenders: z.array(MailAddress).check(z.maxLength(50)),
  dkim: z.nullable(
    z.object({
      domain: Host,
      selector: z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/, { error: 'NOT_A_SELECTOR' })),
    }),
  ),
  incomingPassword: Secret,
  outgoingPassword: Secret,
  clientSecret: Secret,
  refreshToken: Secret,
  dkimKey: PrivateKey,
};

/** A mailbox as admins see it. Secrets are told to nobody: only which are set. */
export const Mailbox = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  status: z.enum(userStatuses),
  address: z.string(),
  ...MailboxSettings.shape,
  secretsSet: z.record(z.enum(mailboxSecrets), z.boolean()),
  /** Mail went over it: then it is switched off instead of being deleted. */
  wasUsed: z.boolean(),
  createdAt: Instant,
});
export type Mailbox = z.infer<typeof Mailbox>;

/** What a mail server said to a test; `answer`: in its words, without secrets. */
export const MailServerTest = z.object({ problem: z.nullable(ConnectionProblem), answer: z.nullable(z.string()) });
export type MailServerTest = z.infer<typeof MailServerTest>;

/** Null: the mailbox has no such server. */
export const MailboxTest = z.object({ incoming: z.nullable(MailServerTest), outgoing: z.nullable(MailServerTest) });
export type MailboxTest = z.infer<typeof MailboxTest>;

export const signatureFields = {
  content: formLines(20_000).check(z.minLength(1, { error: 'EMPTY' })),
  /** Otherwise it is plain text. */
  isHtml: z.boolean(),
  /** In an answer; below what is new there is nothing else. */
  placement: z.enum(signaturePlacements),
};

/** What stands below the words of an e-mail (administration, section 3). */
export const Signature = z.object({
  id: Id,
  mailboxId: Id,
  /** Of HTML only what is harmless, whatever was given. */
  content: z.string(),
  isHtml: z.boolean(),
  placement: z.enum(signaturePlacements),
  createdAt: Instant,
  modifiedAt: Instant,
});
export type Signature = z.infer<typeof Signature>;

/** From which mailboxes e-mails are written, with their signatures in the order in which they were made. */
export const WritingMailbox = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  signatures: z.array(z.pick(Signature, { id: true, content: true, isHtml: true, placement: true })),
});
export type WritingMailbox = z.infer<typeof WritingMailbox>;
