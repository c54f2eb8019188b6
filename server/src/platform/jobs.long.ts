import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { until } from '../../test/loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount } from '../../test/people.ts';
import { forgetUsedTickets } from '../realtime/index.ts';
import { forgetOldWork, receiveText, storeInbound } from '../rooms/index.ts';
import { newId } from './clock.ts';
import { enqueue, type Jobs, startJobs, type Task } from './jobs.ts';
import { openLog } from './log.ts';

let database: TestDatabase;
let account: TestAccount;
let owner: pg.Client;
let jobs: Jobs | undefined;

beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const start = (tasks: Record<string, Task>, crontab = '') => {
  jobs = startJobs({ ownerUrl: database.ownerUrl, log: openLog('silent'), tasks, crontab });
};
/** A second pool in the same process, for other tasks. */
const beside = async (tasks: Record<string, Task>, work: () => Promise<void>) => {
  const others = startJobs({ ownerUrl: database.ownerUrl, log: openLog('silent'), tasks, crontab: '' });
  await work().finally(() => others.stop());
};
const put = (...args: Parameters<typeof enqueue> extends [unknown, ...infer Rest] ? Rest : never) =>
  database.db.inAccount(account.accountId, (tx) => enqueue(tx, ...args));

describe('jobs', () => {
  it('exist when the transaction that enqueued them commits, and only then', async () => {
    const ran: unknown[] = [];
    start({ note: async (payload) => void ran.push(payload) });
    const undone = database.db.inAccount(account.accountId, async (tx) => {
      await enqueue(tx, 'note', { text: 'undone' });
      throw new Error('the rest failed');
    });
    await expect(undone).rejects.toThrow('the rest failed');
    await put('note', { text: 'done' });
    await until(
      () => ran.length,
      (count) => count > 0,
    );
    expect(ran).toEqual([{ text: 'done' }]);
  });

  it('wait for their time, and one of the same key takes the place of the one before', async () => {
    const ran: unknown[] = [];
    start({ note: async (payload) => void ran.push(payload) });
    const began = Date.now();
    await put('note', { text: 'old' }, { key: 'timer', runAt: new Date(Date.now() + 500) });
    await put('note', { text: 'new' }, { key: 'timer', runAt: new Date(Date.now() + 1500) });
    await until(
      () => ran.length,
      (count) => count > 0,
    );
    expect(ran).toEqual([{ text: 'new' }]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1500);
  });

  it('of one pool wait for none of another, however long those ask somebody who does not answer', async () => {
    const ran: unknown[] = [];
    start({ note: async (payload) => void ran.push(payload) });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asking = 0;
    const ask = async () => {
      asking++;
      await answered;
    };
    await beside({ ask }, async () => {
      for (let n = 0; n < 5; n++) await put('ask', { n });
      await until(
        () => asking,
        (count) => count > 0,
      );
      await put('note', { text: 'meanwhile' });
      await until(
        () => ran.length,
        (count) => count > 0,
      ).finally(answer);
      await until(
        () => asking,
        (count) => count === 5,
      );
    });
    expect(ran).toEqual([{ text: 'meanwhile' }]);
  });

  it('are tried again when they fail', async () => {
    let tries = 0;
    start({
      async shaky() {
        if (++tries === 1) throw new Error('not yet');
      },
    });
    await put('shaky', {}, { tries: 1 });
    await until(
      () => tries,
      (count) => count === 2,
    );
  });

  it('stop when the process can no longer prove that it lives, and begin anew, never two at once', async () => {
    let now = 0;
    let most = 0;
    let begun = 0;
    let told = 0;
    start({
      async long(_payload, { signal }) {
        begun++;
        most = Math.max(most, ++now);
        if (begun === 1) {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          told++;
          await new Promise((resolve) => setTimeout(resolve, 300));
          now--;
          throw new Error('told to stop');
        }
        now--;
      },
    });
    await put('long', {});
    await until(
      () => begun,
      (count) => count === 1,
    );
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley jobs: sign of life' and datname = current_database()`,
    );
    expect(rowCount).toBe(1);

    await until(
      () => begun,
      (count) => count === 2,
      15_000,
    );
    expect({ told, most }).toEqual({ told: 1, most: 1 });
  });

  it('go on after the database was away', async () => {
    const ran: unknown[] = [];
    start({ note: async (payload) => void ran.push(payload) });
    await put('note', { text: 'before' });
    await until(
      () => ran.length,
      (count) => count === 1,
    );
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parley jobs%' and datname = current_database()`,
    );
    await put('note', { text: 'after' });
    await until(
      () => ran.length,
      (count) => count === 2,
      15_000,
    );
    expect(ran).toEqual([{ text: 'before' }, { text: 'after' }]);
  });

  it('cannot be read or made past enqueue by the application', async () => {
    const app = database.db.reader(account.accountId);
    await expect(
      app
        .selectFrom('graphile_worker.jobs' as 'accounts')
        .select('id')
        .execute(),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('a list of regular jobs', () => {
  const startWith = (crontab: string) =>
    startJobs({ ownerUrl: database.ownerUrl, log: openLog('silent'), tasks: { 'rooms:forget': forgetOldWork }, crontab });

  it('that cannot be read, or names what nobody does, stops the start', () => {
    expect(() => startWith('17 2 * * * rooms.forget')).toThrow(/line 1 of crontab/);
    expect(() => startWith('17 2 * * * rooms:forgot')).toThrow('Nobody does the regular job rooms:forgot.');
  });
});

describe('the nightly forgetting', () => {
  it('takes away what is old, and nothing else', async () => {
    const rooms = givenRooms(database.db);
    await receiveText(rooms.deps, { ...(await account.visitor()), text: 'old', clientMessageId: 'old-message' });
    await receiveText(rooms.deps, { ...(await account.visitor()), text: 'new', clientMessageId: 'new-message' });
    const place = { accountId: account.accountId, channelApplicationId: account.widgetId, channelType: 'LIVECHAT' } as const;
    await storeInbound(
      rooms.deps,
      place,
      ['old-done', 'old-waiting', 'new-done'].map((deliveryKey) => ({ address: deliveryKey, deliveryKey, body: messageId() })),
    );
    await owner.query("update client_sends set stored_at = now() - interval '31 days' where client_message_id = 'old-message'");
    await owner.query("update raw_inbound set state = 'DONE' where delivery_key like '%done'");
    await owner.query("update raw_inbound set received_at = now() - interval '8 days' where delivery_key like 'old%'");
    await owner.query("insert into used_tickets values ($1, $2, now() - interval '1 day'), ($1, $3, now() + interval '1 day')", [
      account.accountId,
      newId(),
      newId(),
    ]);
    let left = 2;
    const counted =
      (task: Task): Task =>
      async (payload, job) => {
        await task(payload, job);
        left--;
      };
    start({ 'rooms:forget': counted(forgetOldWork), 'tickets:forget': counted(forgetUsedTickets) });
    await put('rooms:forget', {});
    await put('tickets:forget', {});
    await until(
      () => left,
      (now) => now === 0,
    );
    const values = async (text: string) => (await owner.query<{ value: string }>(text)).rows.map((row) => row.value);
    expect(await values("select client_message_id as value from client_sends where client_message_id like '%-message'")).toEqual([
      'new-message',
    ]);
    expect(await values('select delivery_key as value from raw_inbound order by 1')).toEqual(['new-done', 'old-waiting']);
    expect(await values('select count(*)::text as value from used_tickets')).toEqual(['1']);
    expect(await values("select message ->> 'text' as value from events where kind = 'COMMUNICATION' order by seq, id")).toEqual([
      'old',
      'new',
    ]);
  });
});
