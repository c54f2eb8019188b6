import type { MailboxSettings } from '@parley/contract';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { holdMailboxes } from '../src/channels/email/fetching/hold-mailboxes.ts';
import { FETCHING_TIMES, type FetchingParts, type FetchingTimes } from '../src/channels/email/fetching/mailbox.ts';
import { openReach } from '../src/channels/email/reach.ts';
import { openSigningIn } from '../src/channels/email/signing-in.ts';
import { providerSecrets, type Standing } from '../src/channels/providers/index.ts';
import { readFile } from '../src/files/index.ts';
import type { Database } from '../src/platform/database.ts';
import { openLog } from '../src/platform/log.ts';
import { givenFiles, type TestFiles } from './files.ts';
import { givenAccount, givenRooms, type TestAccount } from './people.ts';
import { givenEnd, givenProviders, providersKey, type TestProviders } from './providers.ts';

/** Waits as short as a test can bear. */
export const QUICK: FetchingTimes = {
  ...FETCHING_TIMES,
  poll: 150,
  answer: 2000,
  reopen: 20,
  pauses: [50, 100, 200, 300],
  again: [50, 100, 200],
  look: 100,
  lease: 1000,
};

/** A mail as the table holds it. */
export interface StoredMail {
  id: string;
  state: string;
  reason: string | null;
  sender: string;
  message_id: string | null;
  cut: boolean;
  source: string;
}

/** An account whose mailboxes are fetched as the product does. */
export interface MailboxWorld {
  account: TestAccount;
  files: TestFiles;
  providers: TestProviders;
  parts: FetchingParts;
  /** @returns the mailbox's id */
  mailbox(settings: Partial<MailboxSettings>, secrets?: Record<string, string>): Promise<string>;
  /** Another process's worth of fetching. */
  hold(parts?: Partial<FetchingParts>): Standing;
  /** In the order in which they were stored. */
  mails(mailboxId: string): Promise<StoredMail[]>;
  /** Waits until so many mails are there. */
  untilMails(mailboxId: string, count: number): Promise<StoredMail[]>;
  /** What is still to be done at the server. */
  tasks(mailboxId: string): Promise<number>;
  health(
    mailboxId: string,
  ): Promise<{ problem: string | null; answer: string | null; failures: number; stopped: boolean; fetchedAt: string | null }>;
  /** Waits until the mailbox was looked through since now. */
  untilFetched(mailboxId: string): Promise<void>;
  close(): Promise<void>;
}

export async function mailboxWorld(
  db: Database,
  more: { ca?: string; microsoftLoginUrl?: string; mostBytes?: number } = {},
): Promise<MailboxWorld> {
  const account = await givenAccount(db);
  const files = givenFiles(db);
  const rooms = givenRooms(db, files);
  const providers = await givenProviders(rooms, []);
  const standing: Standing[] = [];
  const reach = openReach(() => true, more.ca === undefined ? undefined : [more.ca]);
  const log = openLog('silent');
  const parts: FetchingParts = {
    db,
    files,
    log,
    reach,
    times: QUICK,
    mostBytes: more.mostBytes ?? 35 * 1024 * 1024,
    stored: () => undefined,
  };
  const signing = openSigningIn({
    db,
    secrets: providerSecrets(providersKey()),
    microsoftLoginUrl: more.microsoftLoginUrl ?? 'http://127.0.0.1:9',
  });
  const on = db.reader(account.accountId);
  const text = async (fileId: string | null) => {
    if (fileId === null) return '';
    const pieces: Buffer[] = [];
    for await (const piece of await readFile(files, account.accountId, fileId)) pieces.push(piece as Buffer);
    return Buffer.concat(pieces).toString('latin1');
  };
  const world: MailboxWorld = {
    account,
    files,
    providers,
    parts,
    async mailbox(settings, secrets = { incomingPassword: 'a-password' }) {
      const usual = { direction: 'INCOMING', authentication: 'PASSWORD', afterFetching: 'KEEP', moveTo: '' };
      const { id } = await givenEnd(db, account, {
        type: 'EMAIL',
        sender: 'support@shop.test',
        settings: { ...usual, ...settings },
        secrets,
      });
      return id;
    },
    hold(further = {}) {
      const one = holdMailboxes({ ...parts, ...further }, providers.connections, (connection) => ({
        signIn: () => signing.signInOf(connection, 'incoming'),
        refused: () => signing.refused(connection),
      }));
      standing.push(one);
      return one;
    },
    async mails(mailboxId) {
      const rows = await on.selectFrom('mails').selectAll().where('channel_application_id', '=', mailboxId).orderBy('place').execute();
      return Promise.all(rows.map(async (row) => ({ ...row, source: await text(row.file_id) })));
    },
    async untilMails(mailboxId, count) {
      return vi.waitFor(
        async () => {
          const mails = await world.mails(mailboxId);
          if (mails.length < count) throw new Error(`${mails.length} of ${count} mails are there`);
          return mails;
        },
        { timeout: 15_000, interval: 30 },
      );
    },
    async tasks(mailboxId) {
      const rows = await on.selectFrom('mailbox_tasks').select('uid').where('channel_application_id', '=', mailboxId).execute();
      return rows.length;
    },
    async health(mailboxId) {
      const { rows } = await sql<{
        problem: string | null;
        answer: string | null;
        failures: number;
        stopped: boolean;
        fetchedAt: string | null;
      }>`
        select fetching_problem problem, fetching_answer answer, fetching_failures failures, fetching_stopped stopped, fetched_at "fetchedAt"
        from channel_health where channel_application_id = ${mailboxId}::uuid`.execute(on);
      return rows[0] ?? { problem: null, answer: null, failures: 0, stopped: false, fetchedAt: null };
    },
    async untilFetched(mailboxId) {
      const before = (await world.health(mailboxId)).fetchedAt;
      await vi.waitFor(
        async () => {
          const { fetchedAt } = await world.health(mailboxId);
          if (fetchedAt === null || fetchedAt === before) throw new Error('it was not looked through yet');
        },
        { timeout: 15_000, interval: 20 },
      );
    },
    async close() {
      await Promise.all(standing.map((one) => one.stop()));
      await providers.close();
    },
  };
  return world;
}
