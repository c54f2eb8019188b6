import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../../test/loop-back/customers.ts';
import type { MailProcess } from '../../../../test/mail-process.ts';
import { type ReceivedMails, receivedMails } from '../../../../test/received-mails.ts';

const PROCESS = fileURLToPath(new URL('../../../../test/mail-process.ts', import.meta.url));

let world: ReceivedMails;
beforeAll(async () => {
  world = await receivedMails({ receives: false });
}, 60_000);
afterAll(() => world.close());

async function startProcess() {
  const child = fork(PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] });
  const ready = once(child, 'message');
  child.send({ appUrl: world.database.appUrl, folder: world.files.folder, key: world.key.toString('hex') } satisfies MailProcess);
  await ready;
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
}

const SENDERS = 6;
const OF_EACH = 12;
/** So long after it has begun a process is killed: while it claims, reads, takes files in and stores. */
const KILLED_AFTER = [40, 250, 600, 1000];

it('killed at whatever it does, each mail becomes one event, in the order of its sender, and no file is there twice', {
  timeout: 180_000,
}, async () => {
  const mailbox = await world.mailbox('support@shop.test');
  const body = (words: string) =>
    `--b\r\nContent-Type: text/plain\r\n\r\n${words}\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\n${words}\r\n--b--`;
  for (let number = 0; number < OF_EACH; number++)
    for (let sender = 0; sender < SENDERS; sender++)
      await world.store(mailbox, {
        headers: {
          From: `person-${sender}@customer.test`,
          Subject: `${sender} ${number}`,
          'MIME-Version': '1.0',
          'Content-Type': 'multipart/mixed; boundary=b',
        },
        body: body(`${sender} ${number}`),
      });
  const on = world.database.db.reader(world.account.accountId);
  const waiting = async () => (await on.selectFrom('mails').select('id').where('state', '=', 'WAITING').execute()).length;
  for (const after of KILLED_AFTER) {
    const kill = await startProcess();
    await sleep(after);
    await kill();
  }
  expect(await waiting()).toBeGreaterThan(0);
  const kill = await startProcess();
  await until(waiting, (count) => count === 0, 120_000);
  await kill();
  const events = await world.emails();
  const subjects = (of: number) => events.map(({ email }) => email.subject).filter((subject) => subject.startsWith(`${of} `));
  for (let sender = 0; sender < SENDERS; sender++)
    expect(subjects(sender)).toEqual(Array.from({ length: OF_EACH }, (_, number) => `${sender} ${number}`));
  expect(new Set(events.map(({ roomId }) => roomId)).size).toBe(SENDERS);
  const states = await on.selectFrom('mails').select(['state', 'event_id']).execute();
  expect(states.every(({ state, event_id }) => state === 'DONE' && event_id !== null)).toBe(true);
  const held = await on.selectFrom('event_files').select('file_id').execute();
  expect(held).toHaveLength(SENDERS * OF_EACH);
});
