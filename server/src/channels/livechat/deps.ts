import type { VisitorWaiting } from '@parley/contract';
import type { Mail } from '../../platform/mail.ts';
import type { Turns } from '../../platform/turns.ts';
import type { Tickets } from '../../realtime/index.ts';
import type { RoomsDeps } from '../../rooms/index.ts';
import type { VisitorLimits } from './limits.ts';

/** What the live chat of one process works with. */
export interface LivechatDeps {
  rooms: RoomsDeps;
  tickets: Tickets;
  /** Key under which secrets of sessions are hashed (purpose `visitor:secret`). */
  secretKey: Buffer;
  /** Key under which what accounts must keep secret rests (purpose `accounts:keys`). */
  keys: Buffer;
  limits: VisitorLimits;
  /** Null where the installation sends none. */
  mail: Mail | null;
  /** Whether some agent of the account could answer a visitor now. */
  isAnybodyThere(accountId: string): Promise<boolean>;
  /** While the account's queue of new conversations is closed, when it opens; null while it is open. */
  opensAt(accountId: string): Promise<string | null>;
  /** How it stands with who waits by this channel. */
  placeInLine(accountId: string, contactChannelId: string): Promise<VisitorWaiting>;
  /** What one session sends, by whichever way, is stored in the order in which it came: turns by session. */
  inTurn: Turns;
}
