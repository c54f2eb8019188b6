import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { freePort } from '../machine/program.ts';

/** Where Debian's packages `ejabberd` and `erlang-p1-pgsql` put things. */
const TABLES = '/usr/share/ejabberd/sql/pg.sql';
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const ERLANG = '/usr/bin/erl';
export const HOST = 'bench.localhost';
const STARTED_WITHIN = 40_000;

export interface Ejabberd {
  port: number;
  pid: number;
  /** Of the database in which it keeps what was said. */
  ownerUrl: string;
  stop(): Promise<void>;
}

export const hasEjabberd = (): boolean => [TABLES, LIBRARIES, ERLANG].every((path) => existsSync(path));

/**
 * Starts ejabberd on the loopback address, with a folder of its own and its archive in our PostgreSQL. People sign in
 * anonymously, rooms archive everything, and nothing is slowed down.
 */
export async function startEjabberd(cluster: Cluster): Promise<Ejabberd> {
  const database = await cluster.create('ejabberd');
  const owner = await connectTo(database.ownerUrl);
  await owner.query(readFileSync(TABLES, 'utf8'));
  await owner.end();
  const folder = join(cluster.folder, database.name);
  mkdirSync(folder, { mode: 0o700 });
  const port = await freePort();
  const settings = join(folder, 'ejabberd.yml');
  writeFileSync(settings, settingsOf(port, new URL(database.ownerUrl)), { mode: 0o600 });
  const log = openSync(join(folder, 'console.log'), 'a');
  // Without a name in Erlang's network: no port mapper is started, and nothing but the port below listens.
  const child = spawn(ERLANG, ['-noinput', '+K', 'true', '-mnesia', 'dir', JSON.stringify(join(folder, 'mnesia')), '-s', 'ejabberd'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      ERL_LIBS: LIBRARIES,
      EJABBERD_CONFIG_PATH: settings,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      ERL_CRASH_DUMP: join(folder, 'crash.dump'),
    },
  });
  closeSync(log);
  cluster.before(() => end(child));
  await answering(child, port, folder);
  return { port, pid: child.pid as number, ownerUrl: database.ownerUrl, stop: () => end(child) };
}

function settingsOf(port: number, database: URL): string {
  return `
hosts: ["${HOST}"]
loglevel: error
default_db: sql
sql_type: pgsql
sql_server: "127.0.0.1"
sql_port: ${database.port}
sql_database: "${database.pathname.slice(1)}"
sql_username: "${database.username}"
sql_password: "${database.password}"
auth_method: anonymous
allow_multiple_connections: true
anonymous_protocol: sasl_anon
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    max_stanza_size: 262144
    access: all
modules:
  mod_disco: {}
  mod_mam: {}
  mod_muc:
    access_create: all
    access_persistent: all
    max_users: 1000
    min_message_interval: 0
    default_room_options:
      mam: true
      persistent: true
      anonymous: false
      logging: false
      max_users: 1000
`;
}

async function answering(child: ChildProcess, port: number, folder: string): Promise<void> {
  for (const until = Date.now() + STARTED_WITHIN; Date.now() < until; await sleep(200)) {
    if (child.exitCode !== null) break;
    const open = await new Promise<boolean>((resolve) => {
      const probe = createConnection({ host: '127.0.0.1', port });
      probe.once('connect', () => {
        probe.destroy();
        resolve(true);
      });
      probe.once('error', () => resolve(false));
    });
    if (open) return;
  }
  await end(child);
  throw new Error(`ejabberd did not start; its words stand in ${folder}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  // It leads a group of its own, with the small programs that Erlang starts beside it.
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}
