import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startChild } from './child.mjs';
import { identityOf } from './process-identity.mjs';

/** @param {string} code */
async function started(code) {
  const child = startChild(process.execPath, ['--eval', code], {
    cwd: '/',
    env: process.env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(child.process, 'message');
  return { child, message };
}

describe('startChild', () => {
  it('asks politely first', async () => {
    const { child } = await started("process.on('SIGTERM', () => process.exit(3)); process.send('up'); setInterval(() => {}, 1000)");
    await child.stop({ politeMs: 5_000 });
    expect(await child.ended).toBe('code 3');
  });

  it('kills the whole group of one that will not go', async () => {
    const { child, message } = await started(`
      process.on('SIGTERM', () => {});
      const grandchild = require('node:child_process').spawn('sleep', ['60']);
      process.send(grandchild.pid);`);
    await child.stop({ politeMs: 200 });
    expect(await child.ended).toBe('SIGKILL');
    await expect.poll(() => identityOf(message)).toBeUndefined();
  });

  it('tells of a program that does not exist', async () => {
    const child = startChild('/no/such/program', [], { cwd: '/', env: {}, stdio: 'ignore' });
    expect(await child.ended).toContain('ENOENT');
    await child.stop({ politeMs: 1_000 });
  });
});
