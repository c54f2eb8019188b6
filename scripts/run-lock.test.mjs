import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf, isRunning } from './process-identity.mjs';
import { takeLock } from './run-lock.mjs';

/** @type {string} */
let folder;
/** @type {import('node:child_process').ChildProcess[]} */
let children = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(folder, { recursive: true });
});

const lockModule = new URL('./run-lock.mjs', import.meta.url).href;

/** @param {string} then what the holder does once it has the lock @param {number} waitMs */
function contender(then, waitMs = 0) {
  const code = `import { takeLock } from ${JSON.stringify(lockModule)};
    const taken = await takeLock({ folder: ${JSON.stringify(folder)}, name: 'run', waitMs: ${waitMs} });
    if ('lock' in taken) { ${then} } else process.send({ heldBy: taken.heldBy.holder.pid, address: taken.heldBy.address });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  return child;
}

const holds = "process.send('held'); setInterval(() => {}, 1000);";

/** @param {import('node:child_process').ChildProcess} child */
async function message(child) {
  const [first] = await once(child, 'message');
  return first;
}

describe('takeLock', () => {
  it('names the holder and its address to a second one', async () => {
    const first = contender(`taken.lock.setAddress('http://127.0.0.1:8080'); ${holds}`);
    expect(await message(first)).toBe('held');
    expect(await message(contender(''))).toEqual({ heldBy: first.pid, address: 'http://127.0.0.1:8080' });
  });

  it('goes to the next one when its holder was killed', async () => {
    const first = contender(holds);
    await message(first);
    const second = contender(holds, 10_000);
    first.kill('SIGKILL');
    expect(await message(second)).toBe('held');
  });

  it('goes to the next one when it was given back, the holder alive', async () => {
    const taken = await takeLock({ folder, name: 'run', waitMs: 0 });
    if (!('lock' in taken)) throw new Error('The folder was free.');
    taken.lock.release();
    expect(await message(contender(holds))).toBe('held');
  });

  it('stays with the children of a killed holder, and ends those that will not go', async () => {
    const first = contender(`
      const { spawn } = await import('node:child_process');
      const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
      taken.lock.addChild(child.pid);
      process.send(child.pid);
      setInterval(() => {}, 1000);`);
    const pid = await message(first);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const began = Date.now();
    expect(await message(contender(holds, 400))).toBe('held');
    expect(Date.now() - began).toBeGreaterThanOrEqual(400);
    expect(identityOf(pid)).toBeUndefined();
  });

  it('has one winner among many who find the same dead holder, and leaves one file', async () => {
    const first = contender(holds);
    await message(first);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const answers = await Promise.all(Array.from({ length: 8 }, () => message(contender(holds))));
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('isRunning', () => {
  it('does not take another process with the same id for the former one', () => {
    expect(isRunning({ pid: process.pid, startedAt: 'long ago' })).toBe(false);
  });
});
