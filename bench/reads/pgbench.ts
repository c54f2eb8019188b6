import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSIONS = '/usr/lib/postgresql';

/** pgbench of the newest PostgreSQL that Debian has put here; null when there is none. */
export function findPgbench(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const found = readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin/pgbench'));
  return found.find((path) => existsSync(path)) ?? null;
}

export interface PgbenchRun {
  program: string;
  url: string;
  accountId: string;
  folder: string;
  name: string;
  script: string;
  clients: number;
  seconds: number;
}

/** Runs a script over and over on so many connections, each with the account set. @returns how many times it ran, and per second */
export async function runPgbench({
  program,
  url,
  accountId,
  folder,
  name,
  script,
  clients,
  seconds,
}: PgbenchRun): Promise<{ count: number; rate: number }> {
  const path = join(folder, `${name}.pgbench`);
  writeFileSync(path, script);
  const { hostname, port, username, password, pathname } = new URL(url);
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', path];
  const { stdout } = await promisify(execFile)(program, [...args, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)], {
    env: { PATH: '/usr/bin:/bin', PGPASSWORD: password, PGOPTIONS: `-c app.account=${accountId}` },
    maxBuffer: 64 * 1024 * 1024,
  });
  const failures = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const count = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  if (failures !== '0' || !(rate > 0) || !(count > 0)) throw new Error(`pgbench told: ${stdout}`);
  return { count, rate };
}
