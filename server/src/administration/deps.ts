import type { Files } from '../files/index.ts';
import type { Identity, SignInAdministration } from '../identity/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import type { LetterLimits } from './letter-limits.ts';

export interface AdministrationDeps {
  db: Database;
  hub: Hub;
  bus: Bus;
  files: Files;
  identity: SignInAdministration & Pick<Identity, 'personChanged' | 'currentUser'>;
  /** With which keys of accounts and people are encrypted. */
  key: Buffer;
  letters: LetterLimits;
}
