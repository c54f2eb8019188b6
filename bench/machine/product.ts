import { fileURLToPath } from 'node:url';
import type { BenchDatabase, Cluster } from './cluster.ts';
import { freePort, type Program, startProgram } from './program.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/**
 * The product's server on this database, as the starter starts it, without the demo.
 *
 * @param profile a folder for a CPU profile of it
 * @param program another entry that wires the same application and adds to it
 */
export async function startServer(
  cluster: Cluster,
  database: BenchDatabase,
  profile: string | undefined,
  { program = MAIN, env = {} }: { program?: string; env?: Record<string, string> } = {},
): Promise<Program> {
  return startProgram(program, {
    name: `server-${database.name}`,
    folder: cluster.folder,
    nodeOptions: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    env: {
      PARLEY_SANDBOX_SMPP_PORT: '0',
      PARLEY_PORT: String(await freePort()),
      PARLEY_DATA: cluster.folder,
      PARLEY_SECRET: cluster.secret,
      PARLEY_EMBEDDED_DATABASE_URL: database.ownerUrl,
      PARLEY_DEMO: 'off',
      ...env,
    },
  });
}
