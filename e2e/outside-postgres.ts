import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { chooseAccount } from '../scripts/postgres-account.mjs';
import { missingDebianProgram } from '../server/test/debian-program.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const ADMINISTRATOR = { name: 'administrator', password: 'made-up-administrator' };

/** Debian's PostgreSQL 15, as somebody else runs it: with its usual locale, and reached by a password. */
export interface OutsidePostgres {
  /** Runs statements one after the other as its administrator, each in no transaction. */
  administer(database: string, ...statements: string[]): Promise<void>;
  url(role: string, password: string, database: string): string;
  stop(): Promise<void>;
}

/** @returns why there is none, or undefined */
export function missingPostgres15(): string | undefined {
  return missingDebianProgram(join(BIN, 'postgres'), ['postgresql-15']);
}

/** Makes a cluster in a folder, which is made too, and runs it on a loopback port. */
export async function startPostgres15({ folder, port }: { folder: string; port: number }): Promise<OutsidePostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const [cluster, passwordFile] = [join(folder, 'cluster'), join(folder, 'password')];
  const account = chooseAccount({ clusterFolder: cluster, neededPaths: [folder, BIN] });
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, `${ADMINISTRATOR.password}\n`, { mode: 0o600 });
  if (account.owner) for (const path of [cluster, passwordFile]) chownSync(path, account.owner.uid, account.owner.gid);
  const access = [`--username=${ADMINISTRATOR.name}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const init = account.wrap(join(BIN, 'initdb'), [`--pgdata=${cluster}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', ...access]);
  execFileSync(init.program, init.args, { ...init.ids, cwd: '/', stdio: 'pipe' });
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), fsync: 'off' };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = account.wrap(join(BIN, 'postgres'), ['-D', cluster, ...given]);
  const child = spawn(run.program, run.args, { ...run.ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const ended = once(child, 'exit');
  const url = (role: string, password: string, database: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

  async function administer(database: string, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url(ADMINISTRATOR.name, ADMINISTRATOR.password, database) });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  const ready = async () => {
    for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      try {
        return await administer('postgres');
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  };
  await Promise.race([
    ready(),
    ended.then(() => {
      throw new Error(`PostgreSQL 15 ended: ${said}`);
    }),
  ]);
  return {
    administer,
    url,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
