import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { manifestOf, readBackup, writeManifest } from './backup-folder.mjs';
import { Refusal } from './refusal.mjs';

const SECRET = '0f'.repeat(32);
const CONTENT = {
  parley: '1.0.0',
  madeAt: '2026-11-28T10:00:00Z',
  postgres: 18,
  lastMigration: 'none',
  tables: [],
  sequences: [],
  files: [],
};

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
  writeManifest(folder, manifestOf(CONTENT, SECRET));
});
afterEach(() => rmSync(folder, { recursive: true }));

const refused = async () => readBackup(folder, SECRET).catch((error) => error);

it('reads back the manifest that was written', async () => {
  expect(await readBackup(folder, SECRET)).toMatchObject(CONTENT);
});

it('says of a manifest that was cut short, or is something else, that the backup is damaged', async () => {
  const path = join(folder, 'manifest.json');
  truncateSync(path, 60);
  expect(await refused()).toBeInstanceOf(Refusal);
  for (const text of ['', 'null', '[]', '{"format":1}', '{"format":1,"tables":{},"files":7}']) {
    writeFileSync(path, text);
    const error = await refused();
    expect(error, text).toBeInstanceOf(Refusal);
    expect(error.message).toContain('The backup is damaged');
  }
});

it('says of a form of a later version that a newer Parley is needed', async () => {
  writeFileSync(join(folder, 'manifest.json'), '{"format":2}');
  expect((await refused()).message).toContain('use a newer one');
});
