import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../machine/cluster.ts';
import { freePort } from '../machine/program.ts';

/** Where Debian's packages `request-tracker5` and `rt5-db-postgresql` put things. */
const SERVER = '/usr/share/request-tracker5/libexec/rt-server';
const SET_UP = '/usr/sbin/rt-setup-database-5';
const PERL = '/usr/bin/perl';
const DATA = '/usr/share/request-tracker5/etc';
const POSTGRES_DRIVER = '/usr/share/doc/rt5-db-postgresql';
const STARTED_WITHIN = 60_000;
const WORKERS = 4;
const QUEUE = 'General';
/** Of the superuser of the version that Debian's package sets up; nothing but the loopback address reaches it. */
const SIGN_IN = `Basic ${Buffer.from('root:password').toString('base64')}`;
const PER_PAGE = 100;

export interface RequestTracker {
  pid: number;
  ownerUrl: string;
  /** Hands a mail to the gateway, as its `rt-mailgate` does. Rejects when it was not taken. */
  bringMail(mail: Mail): Promise<void>;
  /** The hundred newest tickets with what a list shows. @returns how many came */
  listTickets(): Promise<number>;
  /** By mail, one for each of so many customers. @returns their numbers */
  makeTickets(count: number): Promise<number[]>;
  stop(): Promise<void>;
}

interface Mail {
  from: string;
  subject: string;
  text: string;
  id: string;
}

/** In front of the number of a ticket, in the subject of mails that belong to it. */
export const SUBJECT_TAG = 'bench.localhost';

export const hasRequestTracker = (): boolean => [SERVER, SET_UP, PERL, POSTGRES_DRIVER].every((path) => existsSync(path));

/** Starts Request Tracker on the loopback address with its own server, in our PostgreSQL. Anybody may write to its queue, and it sends no mail. */
export async function startRequestTracker(cluster: Cluster): Promise<RequestTracker> {
  const database = await cluster.create('request_tracker');
  const folder = join(cluster.folder, database.name);
  for (const name of ['mason', 'sessions', 'none']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  const port = await freePort();
  const settings = join(folder, 'RT_SiteConfig.pm');
  writeFileSync(settings, settingsOf(new URL(database.ownerUrl), port, folder), { mode: 0o600 });
  const rights = join(folder, 'rights');
  writeFileSync(rights, RIGHTS);
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, RT_SITE_CONFIG: settings, RT_SITE_CONFIG_DIR: join(folder, 'none') };
  const log = openSync(join(folder, 'console.log'), 'a');
  const run = (args: string[]) => spawn(PERL, args, { cwd: folder, detached: true, stdio: ['ignore', log, log], env });
  const { username, password } = new URL(database.ownerUrl);
  const owner = ['--dba', username, '--dba-password', password];
  for (const args of [
    ['schema,coredata', '--datadir', DATA],
    ['insert', '--datafile', join(DATA, 'initialdata')],
    ['insert', '--datafile', rights],
  ]) {
    await finished(run([SET_UP, ...owner, '--action', ...args]), folder);
  }
  const child = run([SERVER, '--server', 'Starlet', '--host', '127.0.0.1', '--port', String(port), '--max-workers', String(WORKERS)]);
  closeSync(log);
  cluster.before(() => end(child));
  const url = `http://127.0.0.1:${port}`;
  await answering(child, url, folder);
  return {
    pid: child.pid as number,
    ownerUrl: database.ownerUrl,
    bringMail: (mail) => bringMail(url, mail),
    listTickets: () => listTickets(url),
    async makeTickets(count) {
      for (let number = 0; number < count; number++)
        await bringMail(url, { ...customersMail(number), subject: 'Blue', id: `first-${number}` });
      return Array.from({ length: count }, (_, index) => index + 1);
    },
    stop: () => end(child),
  };
}

const RIGHTS = `push @ACL, map { { GroupDomain => 'SystemInternal', GroupType => 'Everyone', Queue => '${QUEUE}', Right => $_ } }
  qw(SeeQueue ShowTicket CreateTicket ReplyToTicket);
1;
`;

function settingsOf(database: URL, port: number, folder: string): string {
  return `
Set($rtname, '${SUBJECT_TAG}');
Set($Organization, '${SUBJECT_TAG}');
Set($WebDomain, '127.0.0.1');
Set($WebPort, ${port});
Set($DatabaseType, 'Pg');
Set($DatabaseHost, '127.0.0.1');
Set($DatabasePort, '${database.port}');
Set($DatabaseName, '${database.pathname.slice(1)}');
Set($DatabaseUser, '${database.username}');
Set($DatabasePassword, '${database.password}');
Set($MasonDataDir, '${folder}/mason');
Set($MasonSessionDir, '${folder}/sessions');
Set($NotifyActor, 0);
Set($MailCommand, 'testfile');
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'error');
Set(%GnuPG, Enable => 0);
Set(%SMIME, Enable => 0);
1;
`;
}

export const customersMail = (customer: number) => ({
  from: `customer${customer}@customers.example`,
  text: 'Good morning, is the blue one in stock, and when would it be here?',
});

async function bringMail(url: string, { from, subject, text, id }: Mail): Promise<void> {
  const message = [
    `From: ${from}`,
    `To: help@${SUBJECT_TAG}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@customers.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\n');
  const body = new URLSearchParams({ SessionType: 'REST', queue: QUEUE, action: 'correspond', message });
  const answer = await fetch(`${url}/REST/1.0/NoAuth/mail-gateway`, { method: 'POST', body });
  const said = await answer.text();
  if (!said.startsWith('ok')) throw new Error(`Request Tracker did not take a mail: ${answer.status} ${said.slice(0, 200)}`);
}

async function listTickets(url: string): Promise<number> {
  const query = new URLSearchParams({
    query: `Queue = '${QUEUE}'`,
    orderby: 'LastUpdated',
    order: 'DESC',
    per_page: String(PER_PAGE),
    fields: 'Subject,Status,Owner,Requestor,Created,LastUpdated',
  });
  const answer = await fetch(`${url}/REST/2.0/tickets?${query}`, { headers: { authorization: SIGN_IN } });
  if (answer.status !== 200) throw new Error(`Request Tracker answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

async function finished(child: ChildProcess, folder: string): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Request Tracker could not be set up; its words stand in ${folder}`);
}

async function answering(child: ChildProcess, url: string, folder: string): Promise<void> {
  for (const until = Date.now() + STARTED_WITHIN; Date.now() < until; await sleep(200)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/REST/2.0/rt`, { headers: { authorization: SIGN_IN } }).catch(() => null);
    if (answer?.status === 200) return;
  }
  await end(child);
  throw new Error(`Request Tracker did not start; its words stand in ${folder}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // It leads a group of its own, its workers included.
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}
