import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { OutgoingServer } from '@parley/contract';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { type Reach, tlsOf } from '../reach.ts';
import type { SignIn } from '../sign-in.ts';

const CONNECT_WITHIN = 10_000;
/** A server that looks through a large mail before it answers may take its time. */
const SILENT_FOR = 120_000;

/** Whom a mail goes to, beside what stands in it. */
export interface Envelope {
  /** Empty for what nobody is to answer. */
  from: string;
  to: readonly string[];
  /** In bytes, about. */
  size: number;
}

/** What a server said: the reply as it came (`550 5.1.1 no such user`). */
export interface Refused {
  address: string;
  reply: string;
}

/** What became of a mail. `reply`: what the server said of it as a whole. */
export interface Handed {
  taken: readonly string[];
  refused: readonly Refused[];
  reply: string;
}

/** A connection to an SMTP server that has let us in. One mail at a time. */
export interface SmtpLine {
  /** What the server said that it can. */
  offers: { nationalNames: boolean; mostBytes: number | null };
  /** Rejects with NotHanded. */
  send(envelope: Envelope, mail: Readable): Promise<Handed>;
  isOpen(): boolean;
  /** Says goodbye. */
  close(): void;
}

/**
 * The server did not take a mail. `refused`: what it said of each recipient where it wanted none of them. `mayHaveIt`: all of the mail was there when the
 * connection broke, so that it may have been taken. `hasHeard`: it had said something to this mail; otherwise the connection was gone before.
 */
export class NotHanded extends Error {
  readonly reply: string | null;
  readonly refused: readonly Refused[];
  readonly mayHaveIt: boolean;
  readonly hasHeard: boolean;
  constructor(cause: Told, mail: Readable) {
    super(cause.message, { cause });
    this.reply = cause.response ?? null;
    this.refused = refusedOf(cause.rejectedErrors);
    this.mayHaveIt = this.reply === null && mail.readableEnded;
    this.hasHeard = this.reply !== null || mail.readableDidRead;
  }
}

interface Told extends Error {
  response?: string | undefined;
  rejectedErrors?: readonly Told[] | undefined;
  recipient?: string | undefined;
}

const refusedOf = (errors: readonly Told[] = []): Refused[] =>
  errors.map(({ recipient = '', response, message }) => ({ address: recipient, reply: response ?? message }));

/**
 * Connects to a server as it is to be spoken to (smtp-transport.ts) and signs in. Rejects with HostRefused, the name server's error, or nodemailer's.
 */
export async function openLine({ host, port, useSsl, username }: OutgoingServer, signIn: SignIn, reach: Reach): Promise<SmtpLine> {
  const address = await reach.mayConnect(host);
  const connection = new SMTPConnection({
    host: address,
    port,
    secure: useSsl,
    requireTLS: !useSsl && !reach.mayBeInClear(address),
    tls: tlsOf(host, reach),
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: SILENT_FOR,
  });
  let isOpen = true;
  connection.once('end', () => {
    isOpen = false;
  });
  try {
    await connected(connection);
    const offers = offersIn(connection.lastServerResponse || '');
    if (username !== '' && connection.allowsAuth) await signedIn(connection, username, signIn);
    return { offers, isOpen: () => isOpen, send: (envelope, mail) => handOver(connection, envelope, mail), close: () => connection.quit() };
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function connected(connection: SMTPConnection): Promise<void> {
  const broken = once(connection, 'end').then(() => {
    throw new Error('the connection was closed');
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Stays: what breaks while nothing is sent is known by `isOpen`.
  connection.on('error', reject);
  connection.connect((error) => (error ? reject(error) : resolve()));
  await Promise.race([promise, broken]);
  broken.catch(() => undefined);
}

function signedIn(connection: SMTPConnection, user: string, signIn: SignIn): Promise<void> {
  const proof =
    signIn.kind === 'PASSWORD'
      ? { user, credentials: { user, pass: signIn.password } }
      : { user, type: 'OAUTH2', method: 'XOAUTH2', oauth2: new XOAuth2({ user, accessToken: signIn.token }) };
  return new Promise((resolve, reject) => {
    connection.once('end', () => reject(new Error('the connection was closed')));
    connection.login(proof, (error) => (error ? reject(error) : resolve()));
  });
}

/** What its answer to EHLO says (RFC 5321, 4.1.1.1; RFC 6531; RFC 1870). */
function offersIn(answer: string): SmtpLine['offers'] {
  const most = Number(/^250[ -]SIZE[ \t]+(\d+)/im.exec(answer)?.[1] ?? 0);
  return { nationalNames: /^250[ -]SMTPUTF8\b/im.test(answer), mostBytes: most > 0 ? most : null };
}

function handOver(connection: SMTPConnection, { from, to, size }: Envelope, mail: Readable): Promise<Handed> {
  return new Promise((resolve, reject) => {
    connection.send({ from, to: [...to], size }, mail, (error, info) => {
      if (!error && info) {
        resolve({ taken: info.accepted, refused: refusedOf(info.rejectedErrors), reply: info.response });
        return;
      }
      const trouble = new NotHanded(error ?? new Error('the server said nothing'), mail);
      // A server that refuses a mail has not ended the session (RFC 5321, 4.1.4).
      if (connection.destroyed || trouble.reply === null) connection.close();
      else connection.reset((unable) => unable && connection.close());
      reject(trouble);
    });
  });
}
