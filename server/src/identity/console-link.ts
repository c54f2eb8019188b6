import { recordDeed } from '../audit/index.ts';
import type { Database } from '../platform/database.ts';
import { deriveKey } from '../platform/secret.ts';
import { HANDED_OVER_FOR, LINK_KEY, oneTimeLinks } from './one-time-links.ts';
import { asPerson, findSignIn, personById } from './people.ts';
import { entityOf } from './person-deeds.ts';

export interface ConsoleLinkOptions {
  db: Database;
  /** The installation's secret. */
  secret: string;
  publicUrl: string;
}

/**
 * A link for a new password for whoever signs in with this address, for who has a shell on the server: the last super admin has
 * nobody to ask. An earlier one ends; the trail says that a command made it.
 * @returns null when nobody who is active signs in with it
 */
export async function consoleLink({ db, secret, publicUrl }: ConsoleLinkOptions, email: string): Promise<string | null> {
  const found = await findSignIn(db, email);
  const person = found === null ? null : await personById(db, found.userId);
  if (person === null || !person.active) return null;
  const links = oneTimeLinks(db, deriveKey(secret, LINK_KEY), publicUrl);
  return asPerson(db, person, async (tx) => {
    const { link } = await links.make(tx, person, 'PASSWORD_RESET', { validFor: HANDED_OVER_FOR });
    const kind = person.accountId === null ? 'SUPER_USER_PASSWORD_LINK_MADE' : 'USER_PASSWORD_LINK_MADE';
    const nobodyKnown = { actor: null, address: '', requestId: '' };
    await recordDeed(tx, nobodyKnown, { kind, entity: entityOf(person), after: { byCommand: true } });
    return link;
  });
}
