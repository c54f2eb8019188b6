import * as z from 'zod/mini';

export const mailboxDirections = ['INCOMING', 'OUTGOING', 'BOTH'] as const;
export const incomingServerTypes = ['IMAP', 'POP3'] as const;
export const mailAuthentications = ['PASSWORD', 'OAUTH2'] as const;
export const actionsAfterFetching = ['KEEP', 'MOVE', 'DELETE'] as const;
export const recipientSources = ['FROM', 'REPLY_TO', 'BODY'] as const;
export const signaturePlacements = ['ABOVE_QUOTE', 'BELOW_QUOTE'] as const;

const host = z.string().check(z.maxLength(253));
const port = z.int().check(z.minimum(1), z.maximum(65_535));
const name = z.string().check(z.maxLength(320));

/** Where mail is fetched from. `useSsl`: encrypted from the first byte; otherwise STARTTLS is required, but of a server on this machine. */
export const IncomingServer = z.object({ type: z.enum(incomingServerTypes), host, port, useSsl: z.boolean(), username: name });
export type IncomingServer = z.infer<typeof IncomingServer>;

/** Where mail is handed over (SMTP). `useSsl` as above. An empty `username`: it asks for none. */
export const OutgoingServer = z.object({ host, port, useSsl: z.boolean(), username: name });
export type OutgoingServer = z.infer<typeof OutgoingServer>;

/**
 * What an e-mail channel sets beside its name and its address (administration, section 3). Its secrets are kept apart, by these names: `incomingPassword`,
 * `outgoingPassword`, `clientSecret`, `refreshToken`, `dkimKey`.
 */
export const MailboxSettings = z.object({
  direction: z.enum(mailboxDirections),
  /** Null where nothing is fetched. */
  incoming: z.nullable(IncomingServer),
  /** Null where nothing is sent. */
  outgoing: z.nullable(OutgoingServer),
  /** OAUTH2 where the servers are Microsoft's alone. */
  authentication: z.enum(mailAuthentications),
  clientId: z.string().check(z.maxLength(200)),
  tenantId: z.string().check(z.maxLength(200)),
  afterFetching: z.enum(actionsAfterFetching),
  /** The folder to move to; empty unless `afterFetching` is MOVE, which IMAP alone knows. */
  moveTo: z.string().check(z.maxLength(200)),
  ticketWhenInCc: z.boolean(),
  /** Addresses from which forms of web sites write: in their mails the customer is whom `recipientSource` says. */
  webFormSenders: z.array(z.string().check(z.maxLength(320))).check(z.maxLength(50)),
  recipientSource: z.enum(recipientSources),
  /**
   * Answers are asked for at an address of the mailbox that names their conversation (`support+c.<sign>@…`): its server must take whatever stands behind
   * a plus, as most do.
   */
  plusAddress: z.boolean(),
  /** Signs what goes out with the secret `dkimKey`; null: the server that takes it signs, or nobody. */
  dkim: z.nullable(z.object({ domain: host, selector: z.string().check(z.maxLength(63)) })),
});
export type MailboxSettings = z.infer<typeof MailboxSettings>;

/** By these names its secrets are kept. */
export const mailboxSecrets = ['incomingPassword', 'outgoingPassword', 'clientSecret', 'refreshToken', 'dkimKey'] as const;
export type MailboxSecret = (typeof mailboxSecrets)[number];
