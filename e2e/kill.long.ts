import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { DATA_PORT } from './ports.ts';
import { type Product, processesOf, startProduct, temporaryDataFolder } from './product.ts';
import { newVisitor, type Visitor, visitorWith } from './visitor.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const dataFolder = temporaryDataFolder();
let product: Product | undefined;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.afterAll(async () => {
  if (processesOf(dataFolder).length > 0) await product?.stop();
  rmSync(dirname(dataFolder), { recursive: true, force: true });
});

/** The one process of a part. */
function pidOf(part: 'starter' | 'server' | 'postgres'): number {
  const words = { starter: 'scripts/start.mjs', server: 'server/src/main.ts', postgres: '/bin/postgres -D' };
  const found = processesOf(dataFolder).filter(({ command }) => command.includes(words[part]) && !/^npm /.test(command));
  expect(found).toHaveLength(1);
  return found[0]?.pid ?? 0;
}

async function nothingIsLeft(): Promise<void> {
  await expect.poll(() => processesOf(dataFolder), { timeout: 12_000, intervals: [50] }).toEqual([]);
}

/** Says one message after the other until the product is gone. @returns those that were acknowledged */
async function talkUntilGone(visitor: Visitor, name: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let n = 0; ; n++) {
    const text = `${name} ${n}`;
    try {
      await visitor.say(text);
    } catch {
      return acknowledged;
    }
    acknowledged.push(text);
  }
}

/** What was acknowledged is there, once, and in its order; the one that was under way may be there too. */
function expectKept(history: string[], acknowledged: string[]): void {
  expect(acknowledged.length).toBeGreaterThan(0);
  const wanted = new Set(acknowledged);
  expect(history.filter((text) => wanted.has(text))).toEqual(acknowledged);
}

for (const part of ['starter', 'server', 'postgres'] as const) {
  test(`kill -9 of the ${part} while messages flow loses nothing that was acknowledged, and the next start recovers by itself`, async () => {
    product = await startProduct({ port: DATA_PORT, dataFolder });
    const visitor = await newVisitor(product.url);
    await visitor.say('first');
    const talk = talkUntilGone(visitor, part);
    await new Promise((resolve) => setTimeout(resolve, 700));
    process.kill(pidOf(part), 'SIGKILL');
    const acknowledged = await talk;
    await nothingIsLeft();
    product = await startProduct({ port: DATA_PORT, dataFolder });
    expectKept(await visitorWith(product.url, visitor.secret).history(), acknowledged);
    expect(await product.stop()).toBe(0);
    await nothingIsLeft();
  });
}

test('kill -9 of npm ends everything in order, and the next start finds nothing to mend', async () => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:PARLEY_|npm_)/.test(name));
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), PARLEY_SANDBOX_SMPP_PORT: '0', PARLEY_PORT: String(DATA_PORT), PARLEY_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (/^ready$/m.test(output)) resolve();
    });
    npm.once('exit', () => reject(new Error(`npm start ended:\n${output}`)));
  });
  npm.removeAllListeners('exit');
  const starter = pidOf('starter');
  expect(starter).not.toBe(npm.pid);
  npm.kill('SIGKILL');
  await once(npm, 'exit');
  await nothingIsLeft();
  product = await startProduct({ port: DATA_PORT, dataFolder });
  expect(product.output()).not.toContain('Stopped a database');
  expect(await product.stop()).toBe(0);
});
