import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runNpm } from '../scripts/npm.mjs';
import { findPgbench } from './reads/pgbench.ts';
import { hasEjabberd } from './yardsticks/ejabberd.ts';
import { hasLivechat, LIVECHAT, LIVECHAT_FOLDER } from './yardsticks/livechat.ts';
import { hasRequestTracker } from './yardsticks/request-tracker.ts';

// `npm run bench:peers`: installs the yardsticks that Debian has, and fetches the one that npm has. What cannot be installed is said in one line, and the
// benchmarks go on without it.
interface Peer {
  name: string;
  packages: readonly string[];
  isHere(): boolean;
}

const PEERS: readonly Peer[] = [
  { name: 'ejabberd', packages: ['ejabberd', 'erlang-p1-pgsql'], isHere: hasEjabberd },
  {
    name: 'Request Tracker',
    packages: ['request-tracker5', 'rt5-db-postgresql', 'rt5-standalone'],
    isHere: hasRequestTracker,
  },
  { name: 'pgbench', packages: ['postgresql-client-15', 'postgresql-15'], isHere: () => findPgbench() !== null },
];
const APT = '/usr/bin/apt-get';
/** Debian asks this before it starts the service of a package; 101 forbids it. The bench starts its own, in its own folder. */
const POLICY = '/usr/sbin/policy-rc.d';

const write = (text: string) => process.stdout.write(`${text}\n`);

async function apt(args: readonly string[]): Promise<boolean> {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn(APT, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function install({ name, packages }: Peer): Promise<string> {
  const done = await apt(['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages]);
  return done ? `${name} is installed` : `${name} cannot be installed here; the benchmarks go on without it`;
}

const missing = PEERS.filter((peer) => !peer.isHere());
for (const { name } of PEERS.filter((peer) => peer.isHere())) write(`${name} is here already`);
if (missing.length > 0 && (process.getuid?.() !== 0 || !existsSync(APT))) {
  for (const { name } of missing) write(`${name} is installed as root on Debian only; the benchmarks go on without it`);
} else if (missing.length > 0) {
  const ownPolicy = !existsSync(POLICY);
  if (ownPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await apt(['update', '--quiet=2']);
    for (const peer of missing) write(await install(peer));
  } finally {
    if (ownPolicy) rmSync(POLICY);
  }
}

/** Fetches the built files and nothing that they were built from: they are served, not run here. */
async function fetchLivechat(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  mkdirSync(LIVECHAT_FOLDER, { recursive: true });
  try {
    const what = 'Rocket.Chat’s widget cannot be fetched';
    await runNpm({ root, cwd: LIVECHAT_FOLDER, args: ['pack', LIVECHAT], what, log: 'bench-livechat.log' });
    const archive = `${LIVECHAT.slice(1).replaceAll(/[/@]/g, '-')}.tgz`;
    const [code] = await once(spawn('tar', ['-xzf', archive], { cwd: LIVECHAT_FOLDER, stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`tar ended with ${code}`);
    return 'Rocket.Chat’s widget is here';
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}; the benchmarks go on without it`;
  }
}

write(hasLivechat() ? 'Rocket.Chat’s widget is here already' : await fetchLivechat());
