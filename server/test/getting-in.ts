import { startJobs } from '../src/platform/jobs.ts';
import { openLog } from '../src/platform/log.ts';
import { MAIL_TASK, openMail } from '../src/platform/mail.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { givenAccount, type TestAccount } from './people.ts';
import { givePassword, type IdentityServer, startIdentity } from './sign-in.ts';

export interface TestUser {
  userId: string;
  email: string;
}

export interface GettingIn {
  test: TestDatabase;
  server: IdentityServer;
  mailbox: Mailbox;
  account: TestAccount;
  /** Somebody of the account; without a password they are only invited. */
  user(name: string, password?: string): Promise<TestUser>;
  call(token: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** Identity with a mail server and the pool of jobs, and one account. */
export async function startGettingIn(): Promise<GettingIn> {
  const test = await freshDatabase();
  const mailbox = await startMailbox();
  const log = openLog('silent');
  const mail = openMail({ smtpUrl: mailbox.url, from: 'Parley <parley@parley.example>' }, Buffer.alloc(32, 5), log);
  const server = await startIdentity(test.db, { mail });
  const tasks = { ...server.identity.tasks, [MAIL_TASK]: mail.send };
  const jobs = startJobs({ ownerUrl: test.ownerUrl, log, tasks, crontab: '' });
  const account = await givenAccount(test.db);
  return {
    test,
    server,
    mailbox,
    account,
    async user(name, password) {
      const { userId } = await account.agent(name);
      if (password !== undefined) await givePassword(test.db, account.accountId, userId, password);
      return { userId, email: `${name.toLowerCase()}-${userId}@lumen.example` };
    },
    async call(token, method, path, body) {
      const answer = await fetch(`${server.origin}/api/users/me/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async close() {
      await jobs.stop();
      await server.close();
      await mailbox.close();
      await test.drop();
    },
  };
}
