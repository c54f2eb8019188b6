import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '../../scripts/test-postgres.mjs';
import { type TestNats, testNats } from '../../server/test/nats.ts';
import { MAIN, type ServerProcess, startServerProcess } from '../../server/test/server-process.ts';
import { BALANCER_PORT, FIRST_SERVER_PORT, SECOND_SERVER_PORT } from '../ports.ts';
import { type Balancer, startBalancer } from './balancer.ts';

/** The product with the demo as two server processes on one database, with NATS between them and one address before them. */
export interface TwoServers {
  readonly url: string;
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly nats: TestNats;
  readonly balancer: Balancer;
  /** Starts the one again that was killed. */
  startAgain(place: 0 | 1): Promise<void>;
  close(): Promise<void>;
}

export async function startTwoServers(): Promise<TwoServers> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-two-servers-'));
  const postgres = await startTestPostgres();
  const { ownerUrl } = await createTestDatabase(postgres);
  const nats = await testNats();
  await nats.start();
  const ports = [FIRST_SERVER_PORT, SECOND_SERVER_PORT] as const;
  const env = {
    PARLEY_PORT: String(BALANCER_PORT),
    PARLEY_DATA: folder,
    PARLEY_SECRET: postgres.secret,
    PARLEY_EMBEDDED_DATABASE_URL: ownerUrl,
    PARLEY_LOG_LEVEL: 'warn',
    PARLEY_NATS_URL: nats.url,
  };
  const start = (place: 0 | 1) => startServerProcess({ port: ports[place], folder, env, program: MAIN });
  const servers: [ServerProcess, ServerProcess] = [await start(0), await start(1)];
  const balancer = await startBalancer(BALANCER_PORT, ports);
  return {
    url: `http://127.0.0.1:${BALANCER_PORT}`,
    servers,
    nats,
    balancer,
    async startAgain(place) {
      servers[place] = await start(place);
    },
    async close() {
      await balancer.close();
      await Promise.all(servers.map((server) => server.stop()));
      await nats.kill();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
