import type { Locale } from '@parley/contract';
import type { Database } from '../platform/database.ts';
import { enqueue, type Task } from '../platform/jobs.ts';
import type { Mail } from '../platform/mail.ts';
import { decrypt, encrypt } from '../platform/secret.ts';
import type { Tx } from '../platform/transaction.ts';
import { type LetterAbout, writeLetter } from './letters.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { asPerson, findSignIn, personById } from './people.ts';
import { recordLock } from './person-deeds.ts';

export const NOTICE_TASK = 'identity:notice';

/** What may have to be told to whoever bears an address. */
type Notice = { kind: 'PASSWORD_RESET' } | { kind: 'LOCKED'; tries: number; minutes: number; address: string };

export interface Notices {
  /** False where this installation sends no mail. */
  readonly possible: boolean;
  /** Leaves with the transaction. False where this installation sends no mail. */
  post(tx: Tx, to: { email: string; firstName: string; locale: Locale }, about: LetterAbout): Promise<boolean>;
  /**
   * For whoever bears this address, if anybody does. Whether somebody does is looked up by a job, so that whoever asks
   * waits as long for any address.
   */
  tellBearer(email: string, notice: Notice): Promise<void>;
  /** What the pool of jobs runs under NOTICE_TASK. */
  run: Task;
}

/** Letters about a sign-in. `key` hides the addresses that were typed while their job waits. */
export function noticesBy(parts: { db: Database; mail: Mail | null; links: OneTimeLinks; key: Buffer; origin: string }): Notices {
  const { db, mail, links, key, origin } = parts;
  const { host } = new URL(origin);
  const post: Notices['post'] = async (tx, to, about) => {
    if (mail === null) return false;
    await mail.post(tx, writeLetter(to, about, host));
    return true;
  };
  return {
    possible: mail !== null,
    post,
    async tellBearer(email, notice) {
      // That a name was locked belongs into the audit trail whether mail leaves or not.
      if (mail === null && notice.kind !== 'LOCKED') return;
      const sealed = encrypt(key, JSON.stringify({ email, notice })).toString('base64');
      await db.outside((tx) => enqueue(tx, NOTICE_TASK, { sealed }));
    },
    async run(payload) {
      const { sealed } = payload as { sealed: string };
      const { email, notice } = JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'))) as { email: string; notice: Notice };
      const found = await findSignIn(db, email);
      const person = found === null ? null : await personById(db, found.userId);
      if (person === null || !person.active) return;
      await asPerson(db, person, async (tx) => {
        if (notice.kind === 'LOCKED') {
          const { address, ...about } = notice;
          await recordLock(tx, person, address, { tries: about.tries, minutes: about.minutes });
          return post(tx, person, about);
        }
        const { link } = await links.make(tx, person, 'PASSWORD_RESET');
        return post(tx, person, { kind: 'PASSWORD_RESET', link });
      });
    },
  };
}
