import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { type Mailbox, startMailbox } from '../../test/mailbox.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { MAIL_TASK, type Mail, openMail } from './mail.ts';

let database: TestDatabase;
let owner: pg.Client;
let mailbox: Mailbox;
let jobs: Jobs | undefined;
const key = Buffer.alloc(32, 3);
const letter = {
  to: 'elena@lumen.example',
  subject: 'Покана за Parley',
  text: 'Отворете https://parley.example/x',
  html: '<p>Отворете</p>',
};

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  mailbox = await startMailbox();
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
  await owner.query('delete from graphile_worker._private_jobs');
  mailbox.letters.length = 0;
});
afterAll(async () => {
  await mailbox.close();
  await owner.end();
  await database.drop();
});

const open = (smtpUrl = mailbox.url, log = openLog('silent')): Mail => openMail({ smtpUrl, from: 'Parley <parley@example.com>' }, key, log);
const send = (mail: Mail, log = openLog('silent')) => {
  jobs = startJobs({ ownerUrl: database.ownerUrl, log, tasks: { [MAIL_TASK]: mail.send }, crontab: '' });
};
const waiting = async () => (await owner.query<{ n: number }>('select count(*)::int as n from graphile_worker.jobs')).rows[0]?.n;

it('leaves when the transaction commits, and only then, in both forms and any script', async () => {
  const mail = open();
  const undone = database.db.outside(async (tx) => {
    await mail.post(tx, { ...letter, to: 'undone@lumen.example' });
    throw new Error('the rest failed');
  });
  await expect(undone).rejects.toThrow('the rest failed');
  await database.db.outside((tx) => mail.post(tx, letter));
  send(mail);
  const arrived = await mailbox.letterTo(letter.to);
  expect(arrived).toMatchObject({
    from: 'parley@example.com',
    to: [letter.to],
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
  });
  expect(arrived.headers).toMatchObject({ from: 'Parley <parley@example.com>', 'auto-submitted': 'auto-generated' });
  expect(arrived.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  expect(mailbox.letters).toHaveLength(1);
});

it('rests encrypted while it waits', async () => {
  await database.db.outside((tx) => open().post(tx, letter));
  const { rows } = await owner.query<{ payload: string }>('select payload::text from graphile_worker._private_jobs');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.payload).not.toMatch(/parley\.example|elena|Покана/);
  send(open());
  await mailbox.letterTo(letter.to);
});

it('is tried again while the server does not take it, under the same message id, and says nothing of it in the log', async () => {
  const lines: string[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(line) });
  mailbox.refusals.push(451);
  const mail = open(mailbox.url, log);
  await database.db.outside((tx) => mail.post(tx, letter));
  send(mail, log);
  await mailbox.letterTo(letter.to);
  expect(mailbox.letters).toHaveLength(1);
  expect(mailbox.refusals).toHaveLength(0);
  expect(lines.join('')).toContain('451 not now: <[address]>');
  expect(lines.join('')).not.toMatch(/parley\.example|elena@|p@ss/);
});

it('is given up when the server refuses the person for good, and kept when it refuses us', async () => {
  mailbox.refusals.push(550);
  const mail = open();
  await database.db.outside((tx) => mail.post(tx, letter));
  send(mail);
  await expect.poll(waiting).toBe(0);
  expect(mailbox.letters).toHaveLength(0);
  await jobs?.stop();
  const wrong = open(mailbox.url.replace('p%40ss', 'wrong'));
  await database.db.outside((tx) => wrong.post(tx, letter));
  send(wrong);
  await expect
    .poll(async () => (await owner.query<{ attempts: number }>('select attempts from graphile_worker.jobs')).rows[0]?.attempts)
    .toBe(1);
});

it('does not send a password in the clear to another machine', async () => {
  const elsewhere = await startMailbox({ host: '127.0.0.2' });
  const mail = open(elsewhere.url);
  await database.db.outside((tx) => mail.post(tx, letter));
  send(mail);
  await expect
    .poll(async () => (await owner.query<{ last_error: string | null }>('select last_error from graphile_worker.jobs')).rows[0]?.last_error)
    .toMatch(/STARTTLS/i);
  expect(elsewhere.letters).toHaveLength(0);
  await elsewhere.close();
});
