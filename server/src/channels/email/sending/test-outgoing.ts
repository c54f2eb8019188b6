import { once } from 'node:events';
import type { OutgoingServer } from '@parley/contract';
import type { ConnectionTest } from '../../providers/index.ts';
import type { Reach } from '../reach.ts';
import { ServerTrouble, troubleOf } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';
import { smtpTransport } from './smtp-transport.ts';

/** Asks an SMTP server whether it would take our mail: connects and signs in. Rejects with nothing: what goes wrong is the answer. */
export type TestOutgoing = (server: OutgoingServer, signIn: SignIn, signal: AbortSignal) => Promise<ConnectionTest>;

/** @param reach which machines may be asked */
export function outgoingTest(reach: Reach): TestOutgoing {
  return async (server, signIn, signal) => {
    try {
      const transport = await smtpTransport(server, signIn, reach);
      try {
        signal.throwIfAborted();
        const over = once(signal, 'abort').then(() => signal.throwIfAborted());
        await Promise.race([transport.verify(), over]);
        return { ok: true };
      } finally {
        transport.close();
      }
    } catch (error) {
      const { problem, message } = smtpTroubleOf(error);
      return { ok: false, problem, answer: message };
    }
  };
}

interface Told {
  code?: unknown;
  response?: unknown;
  responseCode?: unknown;
}

/** 4xx: the server has no time to look (RFC 4954, section 6); anything else says no. */
const isForNow = (code: unknown) => typeof code === 'number' && code >= 400 && code < 500;

/** A failure of SMTP, as what admins are told. */
export function smtpTroubleOf(error: unknown): ServerTrouble {
  const { code, response, responseCode }: Told = typeof error === 'object' && error !== null ? error : {};
  const said = typeof response === 'string' && response !== '' ? response : error instanceof Error ? error.message : String(error);
  if (code === 'EAUTH') return new ServerTrouble(isForNow(responseCode) ? 'UNREACHABLE' : 'REFUSED', said);
  // It offers no encryption, or a certificate that is not good for its name.
  if (code === 'ETLS' || /certificate|self-signed|altnames|wrong version number/i.test(said))
    return new ServerTrouble('MISCONFIGURED', said);
  return troubleOf(error);
}
