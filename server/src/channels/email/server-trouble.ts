import type { ConnectionProblem } from '@parley/contract';
import { HostRefused } from './reach.ts';

/** A mail server does not do what is asked of it. The message is what it said, without secrets. */
export class ServerTrouble extends Error {
  readonly problem: ConnectionProblem;
  constructor(problem: ConnectionProblem, said: string) {
    super(said);
    this.problem = problem;
  }
}

/** What libraries and sockets tell of what went wrong. */
interface Told {
  code?: unknown;
  authenticationFailed?: unknown;
  serverResponseCode?: unknown;
  responseText?: unknown;
  tlsFailed?: unknown;
  mailboxMissing?: unknown;
}

/** Refusals to sign in that say nothing of the password: the server has no time now (RFC 5530, section 3). */
const NOT_NOW: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN']);
const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** Any failure of speaking with a mail server, as what admins are told: what kind it is and the server's words. */
export function troubleOf(error: unknown): ServerTrouble {
  if (error instanceof ServerTrouble) return error;
  if (error instanceof HostRefused) return new ServerTrouble('MISCONFIGURED', error.message);
  const told: Told = typeof error === 'object' && error !== null ? error : {};
  const said = wordsOf(error, told);
  if (told.authenticationFailed === true) return new ServerTrouble(NOT_NOW.has(told.serverResponseCode) ? 'UNREACHABLE' : 'REFUSED', said);
  const isSet = told.tlsFailed === true || told.mailboxMissing === true || CERTIFICATE.test(String(told.code ?? ''));
  return new ServerTrouble(isSet ? 'MISCONFIGURED' : 'UNREACHABLE', said);
}

function wordsOf(error: unknown, { code, responseText }: Told): string {
  const message = error instanceof Error ? error.message : String(error);
  if (typeof responseText === 'string' && responseText !== '') return responseText;
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message;
}
