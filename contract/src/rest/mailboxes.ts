import * as z from 'zod/mini';
import { Mailbox, MailboxTest, mailboxFields, Signature, signatureFields } from '../entities/mailbox-fields.ts';
import { ClientCreationId, Id } from '../entities/primitives.ts';
import { pageOf, replacements, route } from './access.ts';
import { ChannelEndsQuery, inAccount } from './channel-ends.ts';

const administer = ['mailboxes', 'administer'] as const;
const ofMailbox = z.object({ accountId: Id, mailboxId: Id });
const ofSignature = z.object({ accountId: Id, mailboxId: Id, signatureId: Id });

const { name, address, direction, ...further } = mailboxFields;

/** What is not said: no server, passwords, mail is kept where it is, no web forms, switched on. */
export const NewMailbox = z.object({
  name,
  address,
  direction,
  ...z.partial(z.object(further)).shape,
  clientMailboxId: z.optional(ClientCreationId),
});
export type NewMailbox = z.infer<typeof NewMailbox>;

/** A mailbox that is to be tried as it stands in a form. `mailboxId`: whose stored secrets stand in for those that are not given. */
export const TriedMailbox = z.object({ mailboxId: z.optional(Id), ...z.partial(z.object(mailboxFields)).shape, direction });
export type TriedMailbox = z.infer<typeof TriedMailbox>;

/**
 * The mailboxes of an account, for its admins, and for super admins who name it (administration, sections 2, 3 and 5). What does not fit between
 * fields is told as MAILBOX_UNFIT, each fault at its field (`mailboxFaults`; NOT_A_PRIVATE_KEY of a key that cannot be read; HOST_NOT_ALLOWED of servers that
 * this installation does not connect to; SECRET_AGAIN where a stored password would go to another server than the one that it was given for).
 */
export const mailboxes = {
  list: route(administer, 'GET', '/accounts/{accountId}/mailboxes', 'Mailboxes of an account, by page')
    .input(z.object({ params: inAccount, query: ChannelEndsQuery }))
    .output(pageOf(Mailbox)),
  /** Throws CHANNEL_END_NAME_TAKEN, MAILBOX_ADDRESS_TAKEN, CREATION_ID_USED. */
  create: route(administer, 'POST', '/accounts/{accountId}/mailboxes', 'Make a mailbox')
    .input(z.object({ params: inAccount, body: NewMailbox }))
    .output(Mailbox),
  /** Throws MAILBOX_NOT_FOUND. */
  one: route(administer, 'GET', '/accounts/{accountId}/mailboxes/{mailboxId}', 'One mailbox')
    .input(z.object({ params: ofMailbox }))
    .output(Mailbox),
  /** Holds from the next fetching and the next e-mail on. Throws as `create`, and MAILBOX_NOT_FOUND. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/mailboxes/{mailboxId}', 'Change a mailbox')
    .input(z.object({ params: ofMailbox, body: replacements(mailboxFields) }))
    .output(Mailbox),
  /** Throws MAILBOX_NOT_FOUND, CHANNEL_END_WAS_USED. */
  remove: route(administer, 'DELETE', '/accounts/{accountId}/mailboxes/{mailboxId}', 'Delete a mailbox over which no mail went')
    .input(z.object({ params: ofMailbox }))
    .output(z.object({})),
  /** Nothing is kept. Throws MAILBOX_NOT_FOUND, ERROR_TOO_MANY_REQUESTS. */
  tryOut: route(
    administer,
    'POST',
    '/accounts/{accountId}/mailbox-tests',
    'Ask the servers of a mailbox that is being set whether they take it',
  )
    .input(z.object({ params: inAccount, body: TriedMailbox }))
    .output(MailboxTest),
  /** What comes of it is kept with the channel's health. Throws MAILBOX_NOT_FOUND, ERROR_TOO_MANY_REQUESTS. */
  test: route(administer, 'POST', '/accounts/{accountId}/mailboxes/{mailboxId}/test', 'Ask the servers of a mailbox whether they take it')
    .input(z.object({ params: ofMailbox }))
    .output(MailboxTest),
};

export const NewSignature = z.object({ ...signatureFields, clientSignatureId: z.optional(ClientCreationId) });
export type NewSignature = z.infer<typeof NewSignature>;

/** The signatures of a mailbox. Each throws MAILBOX_NOT_FOUND. */
export const signatures = {
  /** In the order in which they were made. */
  list: route(administer, 'GET', '/accounts/{accountId}/mailboxes/{mailboxId}/signatures', 'Signatures of a mailbox')
    .input(z.object({ params: ofMailbox }))
    .output(z.object({ content: z.array(Signature) })),
  /** Throws SIGNATURES_FULL, CREATION_ID_USED. */
  create: route(administer, 'POST', '/accounts/{accountId}/mailboxes/{mailboxId}/signatures', 'Make a signature')
    .input(z.object({ params: ofMailbox, body: NewSignature }))
    .output(Signature),
  /** Throws SIGNATURE_NOT_FOUND. */
  one: route(administer, 'GET', '/accounts/{accountId}/mailboxes/{mailboxId}/signatures/{signatureId}', 'One signature')
    .input(z.object({ params: ofSignature }))
    .output(Signature),
  /** Holds for the next e-mail. Throws SIGNATURE_NOT_FOUND. */
  change: route(administer, 'PATCH', '/accounts/{accountId}/mailboxes/{mailboxId}/signatures/{signatureId}', 'Change a signature')
    .input(z.object({ params: ofSignature, body: replacements(signatureFields) }))
    .output(Signature),
  /** What was sent with it stays. Throws SIGNATURE_NOT_FOUND. */
  remove: route(administer, 'DELETE', '/accounts/{accountId}/mailboxes/{mailboxId}/signatures/{signatureId}', 'Delete a signature')
    .input(z.object({ params: ofSignature }))
    .output(z.object({})),
  /** As it will stand below an e-mail: HTML without anything that runs or reaches out. */
  preview: route(administer, 'POST', '/accounts/{accountId}/mailboxes/{mailboxId}/signature-previews', 'A signature as it will look')
    .input(z.object({ params: ofMailbox, body: z.object({ content: signatureFields.content, isHtml: signatureFields.isHtml }) }))
    .output(z.object({ html: z.string() })),
};
