import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { ProviderSecrets, Providers } from '../providers/index.ts';

export interface ChannelSettingsDeps {
  db: Database;
  bus: Bus;
  log: Log;
  /** How passwords and tokens rest. */
  secrets: ProviderSecrets;
  /** With which the digest of what is asked to be made is salted, since it holds secrets. */
  salt: Buffer;
  /** Origin by which providers reach us, without a slash at its end. */
  publicUrl: string;
  providers: Pick<Providers, 'connections' | 'adapterOf'>;
}
