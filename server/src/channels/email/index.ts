import type { Files } from '../../files/index.ts';
import type { Claiming } from '../../platform/claiming.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { createSignal, type Signal } from '../../platform/signal.ts';
import type { Connections, ProviderSecrets, Standing } from '../providers/index.ts';
import { holdMailboxes } from './fetching/hold-mailboxes.ts';
import { FETCHING_TIMES } from './fetching/mailbox.ts';
import { incomingTest } from './fetching/test-incoming.ts';
import { allowedServers, type MailServers } from './mailboxes/index.ts';
import { openReach, type Reach } from './reach.ts';
import { readInWorker } from './reading/read-in-worker.ts';
import { startReceivingMail as startReceiving } from './receiving/receive-mails.ts';
import type { ReceivingParts } from './receiving/work-on-mail.ts';
import { outgoingTest } from './sending/test-outgoing.ts';
import { openSigningIn, type SigningIn } from './signing-in.ts';

/** Larger mails are taken by their headers and text: what the largest providers let through, with what writing it as text adds. */
const MOST_BYTES = 50 * 1024 * 1024;

/** E-mail in one process, up to where mail is stored and waits to be worked on. */
export interface Email {
  /** Which machines mailboxes may name. */
  isAllowed(address: string): boolean;
  /** How servers of mailboxes are tried. */
  servers: MailServers;
  reach: Reach;
  signingIn: SigningIn;
  /** Raised when a mail was stored in this process; claimed by `claim_mails`. */
  mailbag: Signal;
}

interface EmailParts {
  db: Database;
  secrets: ProviderSecrets;
  /** Networks of our own in which mailboxes may name servers. */
  networks: readonly string[];
  /** Origin of Microsoft's token endpoint. */
  microsoftLoginUrl: string;
}

export function openEmail({ db, secrets, networks, microsoftLoginUrl }: EmailParts): Email {
  const isAllowed = allowedServers(networks);
  const reach = openReach(isAllowed);
  const signingIn = openSigningIn({ db, secrets, microsoftLoginUrl });
  const servers: MailServers = { testOutgoing: outgoingTest(reach), testIncoming: incomingTest(reach), signingIn };
  return { isAllowed, servers, reach, signingIn, mailbag: createSignal() };
}

/** Fetches the mailboxes of all accounts, each in one process. */
export function startFetchingMail(
  { reach, signingIn, mailbag }: Email,
  { db, files, log, connections }: { db: Database; files: Files; log: Log; connections: Connections },
): Standing {
  const parts = { db, files, log, reach, times: FETCHING_TIMES, mostBytes: MOST_BYTES, stored: () => mailbag.raise() };
  return holdMailboxes(parts, connections, (connection) => ({
    signIn: () => signingIn.signInOf(connection, 'incoming'),
    refused: () => signingIn.refused(connection),
  }));
}

/** Turns the mails of all accounts that were fetched into what they are. @param key of the purpose `emails:threads` */
export const startReceivingMail = ({ mailbag }: Email, parts: Omit<ReceivingParts, 'read'>): Claiming =>
  startReceiving({ ...parts, read: readInWorker }, mailbag);
