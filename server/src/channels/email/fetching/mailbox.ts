import type { IncomingServer, MailboxSettings } from '@parley/contract';
import type { Files } from '../../../files/index.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Connection } from '../../providers/index.ts';
import { settingsOf } from '../mailboxes/index.ts';
import type { Reach } from '../reach.ts';

/** What fetching works with, in one process. */
export interface FetchingParts {
  db: Database;
  files: Files;
  log: Log;
  reach: Reach;
  times: FetchingTimes;
  /** Bytes of the largest mail that is taken whole. */
  mostBytes: number;
  /** A mail waits to be worked on. */
  stored(): void;
}

/** All in milliseconds. */
export interface FetchingTimes {
  /** So often a mailbox is looked at, whether its server says that something has come or not. */
  poll: number;
  /** IDLE is begun anew after this. */
  idle: number;
  /** What a server does not give within this time does not come. */
  answer: number;
  /** A connection that worked and was lost is opened again after this. */
  reopen: number;
  /** After each further failure it is waited so long. */
  pauses: readonly number[];
  /** What could not be done with one mail is tried again after each of these. */
  again: readonly number[];
  /** So often each process looks which mailboxes are there to be fetched, and says that it still fetches its own. */
  look: number;
  /** Without that word for so long, another process takes over. */
  lease: number;
}

const MINUTE = 60_000;
export const FETCHING_TIMES: FetchingTimes = {
  poll: MINUTE,
  idle: 5 * MINUTE,
  answer: MINUTE,
  reopen: 2000,
  pauses: [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE],
  again: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 360 * MINUTE],
  look: 5000,
  lease: 30_000,
};

/** A mailbox as it is fetched. */
export interface Mailbox {
  accountId: string;
  channelApplicationId: string;
  server: IncomingServer;
  after: MailboxSettings['afterFetching'];
  moveTo: string;
}

/** Null where nothing is to be fetched. Throws when its settings are none of a mailbox. */
export function mailboxOf({ accountId, channelApplicationId, active, settings }: Connection): Mailbox | null {
  const { direction, incoming, afterFetching: after, moveTo } = settingsOf(settings);
  if (!active || incoming === null || direction === 'OUTGOING') return null;
  return { accountId, channelApplicationId, server: incoming, after, moveTo };
}
