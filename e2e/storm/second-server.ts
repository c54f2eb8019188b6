import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, OWNER } from '../../scripts/postgres-roles.mjs';
import { type TestNats, testNats } from '../../server/test/nats.ts';
import { MAIN, type ServerProcess, startServerProcess } from '../../server/test/server-process.ts';
import { readDataFile } from '../demo-database.ts';

/** A second server process beside a product that was started as everybody starts it, with NATS between the two. */
export interface SecondServer {
  readonly port: number;
  /** What the product must be started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly nats: TestNats;
  /** Goes to the product's database, again when that was started on another port. A server that goes on living is left alone. */
  follow(dataFolder: string): Promise<void>;
  killAndStartAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** @param first the port by which people reach both; the second server listens two above it */
export async function secondServer(first: number): Promise<SecondServer> {
  const nats = await testNats();
  await nats.start();
  const folder = mkdtempSync(join(tmpdir(), 'parley-second-'));
  const port = first + 2;
  let server: ServerProcess | null = null;
  let at: { secret: string; database: string } | null = null;
  const env = { PARLEY_NATS_URL: nats.url };
  const start = async () => {
    if (at === null) throw new Error('there is no product to follow yet');
    server = await startServerProcess({
      port,
      folder,
      program: MAIN,
      env: {
        ...env,
        PARLEY_PORT: String(first),
        PARLEY_DATA: folder,
        PARLEY_SECRET: at.secret,
        PARLEY_EMBEDDED_DATABASE_URL: databaseUrl({ secret: at.secret, port: Number(at.database), role: OWNER }),
        PARLEY_LOG_LEVEL: 'error',
      },
    });
  };
  return {
    port,
    env,
    nats,
    async follow(dataFolder) {
      const now = { secret: readDataFile(dataFolder, 'secret'), database: readDataFile(dataFolder, 'postgres.port') };
      if (server?.isRunning && at?.database === now.database) return;
      at = now;
      await server?.kill();
      await start();
    },
    async killAndStartAgain() {
      await server?.kill();
      await start();
    },
    async stop() {
      await server?.stop();
      await nats.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
