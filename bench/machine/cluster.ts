import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres.mjs';
import { SUPERUSER } from '../../scripts/postgres-cluster.mjs';
import { createDatabase, DATABASE, databaseUrl, OWNER } from '../../scripts/postgres-roles.mjs';

/** The embedded PostgreSQL of one run, with the product's own settings: whatever is written is on the disk when it is answered. */
export interface Cluster {
  readonly secret: string;
  readonly port: number;
  /** Of its first process. */
  readonly pid: number;
  /** Where this run keeps its files; removed at the end. */
  readonly folder: string;
  /** A database with the product's extensions and nothing else, named after what it is for. */
  create(kind: string): Promise<BenchDatabase>;
  /** To be ended before the database: what does not end with this process by itself. */
  before(end: () => Promise<void>): void;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  name: string;
  ownerUrl: string;
  /** For filling it quickly; nothing that is measured signs in by it. */
  superUrl: string;
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  // As root PostgreSQL is somebody else, to whom mkdtemp closes the folder.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { mode: 0o755 });
  const secret = randomBytes(32).toString('hex');
  let postgres: ChildProcess | undefined;
  const started = await startEmbeddedPostgres({
    dataFolder,
    secret,
    track(child, kind) {
      if (kind === 'postgres') postgres = child;
    },
  });
  if (postgres?.pid === undefined) throw new Error('PostgreSQL has started without a process');
  const { port } = started;
  let made = 0;
  const ends: Array<() => Promise<void>> = [];
  return {
    secret,
    port,
    pid: postgres.pid,
    folder,
    async create(kind) {
      const name = `${kind}_${++made}`;
      await createDatabase({ secret, port, name, template: DATABASE });
      const url = (role: string) => databaseUrl({ secret, port, role, database: name });
      return { name, ownerUrl: url(OWNER), superUrl: url(SUPERUSER) };
    },
    before(end) {
      ends.push(end);
    },
    async stop() {
      for (const end of ends) await end();
      await started.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
