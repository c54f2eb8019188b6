import type { IncomingServer } from '@parley/contract';
import type { ConnectionTest } from '../../providers/index.ts';
import type { Reach } from '../reach.ts';
import { troubleOf } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';
import { folderNamed, openImap } from './imap-client.ts';
import { openPop3 } from './pop3-client.ts';

/**
 * Asks a mail server whether it would give us mail: connects, signs in, opens the inbox, and looks for the folder to move to. Rejects with nothing:
 * what goes wrong is the answer.
 * @param moveTo the folder; empty where nothing is moved
 */
export type TestIncoming = (server: IncomingServer, signIn: SignIn, moveTo: string, signal: AbortSignal) => Promise<ConnectionTest>;

const LIMITS = { largest: 1024 * 1024, idle: 60_000 };

/** @param reach which machines may be asked */
export function incomingTest(reach: Reach): TestIncoming {
  return async (server, signIn, moveTo, signal) => {
    try {
      const answer =
        server.type === 'IMAP' ? await askImap(server, signIn, moveTo, reach, signal) : await askPop3(server, signIn, reach, signal);
      return { ok: true, answer };
    } catch (error) {
      const { problem, message } = troubleOf(error);
      return { ok: false, problem, answer: message };
    }
  };
}

async function askImap(server: IncomingServer, signIn: SignIn, moveTo: string, reach: Reach, signal: AbortSignal): Promise<string> {
  const client = await openImap(server, signIn, reach, LIMITS, signal);
  const end = () => client.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    const { exists } = await client.mailboxOpen('INBOX', { readOnly: true });
    if (moveTo === '' || (await folderNamed(client, moveTo)) !== null) return `INBOX: ${exists}`;
    return `INBOX: ${exists}. The folder “${moveTo}” is not there yet; it is made with the first mail.`;
  } finally {
    signal.removeEventListener('abort', end);
    await client.logout().catch(() => client.close());
  }
}

async function askPop3(server: IncomingServer, signIn: SignIn, reach: Reach, signal: AbortSignal): Promise<string> {
  const client = await openPop3(server, signIn, reach, signal);
  try {
    const mails = await client.list();
    return `INBOX: ${mails.length}`;
  } finally {
    await client.quit().catch(() => client.close());
  }
}
