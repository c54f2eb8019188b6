import type { IncomingServer } from '@parley/contract';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { type Reach, tlsOf } from '../reach.ts';
import { ServerTrouble } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';

/** From the first packet to the greeting. */
const CONNECT_WITHIN = 20_000;
/** A command that is not answered any more. */
const SILENT_AFTER = 60_000;
/** Lines are short but for lists of numbers; a mail comes as a literal. */
const LONGEST_LINE = 64 * 1024 * 1024;

export interface ImapLimits {
  /** Bytes of the largest literal that is taken. */
  largest: number;
  /** Milliseconds after which IDLE is begun anew (RFC 2177 asks for less than 29 minutes). */
  idle: number;
}

/**
 * Signs in at an IMAP server, encrypted: from the first byte, or by STARTTLS, which is dispensed with on this machine alone. Rejects with what
 * `troubleOf` reads. What it rejects with leaves no connection open.
 */
export async function openImap(
  server: IncomingServer,
  signIn: SignIn,
  reach: Reach,
  { largest, idle }: ImapLimits,
  signal: AbortSignal,
): Promise<ImapFlow> {
  const { host, port, useSsl, username } = server;
  const address = await reach.mayConnect(host);
  signal.throwIfAborted();
  const proof = signIn.kind === 'PASSWORD' ? { pass: signIn.password } : { accessToken: signIn.token };
  const options: ImapFlowOptions = {
    host: address,
    port,
    secure: useSsl,
    ...(!useSsl && { doSTARTTLS: !reach.mayBeInClear(address) }),
    auth: { user: username, ...proof },
    tls: tlsOf(host, reach),
    logger: false,
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: Math.max(SILENT_AFTER, idle + SILENT_AFTER),
    maxLiteralSize: largest,
    maxLineLength: LONGEST_LINE,
    maxResponseSize: largest + LONGEST_LINE,
    autoIdleDelay: 100,
    maxIdleTime: idle,
    clientInfo: { name: 'Parley' },
  };
  const client = new ImapFlow(options);
  // What happens to a connection is heard where it is used; unheard, an error event would end the process.
  client.on('error', () => undefined);
  const end = () => client.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    signal.throwIfAborted();
    return client;
  } catch (error) {
    client.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** As the server writes it, of a name that an admin has set. Null: there is no such folder. */
export async function folderNamed(client: ImapFlow, name: string): Promise<string | null> {
  const folders = await client.list({ listOnly: true });
  const selectable = folders.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'));
  // Some servers keep all folders below INBOX, which people do not write.
  const below = `${client.namespace?.prefix ?? ''}${name}`;
  const found = [name, below].map(
    (wanted) => selectable.find(({ path }) => path === wanted) ?? selectable.find(({ path }) => isSameFolder(path, wanted)),
  );
  return found.find((one) => one !== undefined)?.path ?? null;
}

/** INBOX is the one name whose letters may be large or small (RFC 3501, section 5.1); people write others either way, too. */
const isSameFolder = (path: string, name: string): boolean => path.toLowerCase() === name.toLowerCase();

/** Makes the folder where it is missing. Rejects with ServerTrouble in plain words where the server does not let us. */
export async function folderOrMade(client: ImapFlow, name: string): Promise<string> {
  const there = await folderNamed(client, name);
  if (there !== null) return there;
  try {
    const made = await client.mailboxCreate(name);
    return made.path;
  } catch (error) {
    const said = (error as { responseText?: string }).responseText ?? (error as Error).message;
    throw new ServerTrouble('MISCONFIGURED', `The folder “${name}” is not there and could not be made: ${said}`);
  }
}
