import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { REFUSED_PORT } from './ports.ts';
import { expectOneClearSentence, startInVain, temporaryDataFolder } from './product.ts';

const PORT = REFUSED_PORT;
const dataFolder = temporaryDataFolder();

test.afterAll(() => rmSync(dirname(dataFolder), { recursive: true, force: true }));

test('a port in use is said before any long work', async () => {
  const occupied = createServer().listen(PORT, '127.0.0.1');
  try {
    const { code, output } = await startInVain({ port: PORT, dataFolder });
    expect(code).toBe(1);
    expectOneClearSentence(
      output,
      new RegExp(`^Port ${PORT} on 127\\.0\\.0\\.1, where Parley listens, is in use: set PARLEY_PORT to another one\\.$`),
    );
    expect(output).not.toContain('database');
  } finally {
    occupied.close();
  }
});

test('a data folder that is a file is said in one sentence', async () => {
  const file = join(dirname(dataFolder), 'a-file');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  const { code, output } = await startInVain({ port: PORT, dataFolder: file });
  expect(code).toBe(1);
  expectOneClearSentence(output, /^The data folder .*a-file is a file, or lies below one: set PARLEY_DATA to a folder\.$/);
});

for (const [name, value, sentence] of [
  ['PARLEY_PORT', '99999', /^PARLEY_PORT must be a number from 1 to 65535\.$/],
  ['PARLEY_DEMO', 'perhaps', /^PARLEY_DEMO must be on or off\.$/],
  ['PARLEY_HOST', '192.0.2.1', /^PARLEY_HOST is 192\.0\.2\.1, which is no address of this machine\.$/],
] as const) {
  test(`${name}=${value} is refused in one sentence`, async () => {
    const { code, output } = await startInVain({ port: PORT, dataFolder, env: { [name]: value } });
    expect(code).toBe(1);
    expectOneClearSentence(output, sentence);
  });
}

test('the demo never comes with a host that others can reach', async () => {
  const { code, output } = await startInVain({
    port: PORT,
    dataFolder,
    env: { PARLEY_HOST: '0.0.0.0', PARLEY_DEMO: 'on' },
  });
  expect(code).toBe(1);
  expectOneClearSentence(output, /^PARLEY_DEMO cannot be on while PARLEY_HOST is 0\.0\.0\.0/);
});
