import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes what is missing above too, and leaves alone what is there', () => {
  const deep = join(folder, 'a/b/c');
  makeFolder(deep, 0o700);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  writeFileSync(join(deep, 'kept'), '');
  makeFolder(deep, 0o711);
  expect(statSync(join(deep, 'kept')).isFile()).toBe(true);
});

it('says no below a file, and where a file system takes no folders, rather than try for ever', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file/a'), 0o700)).toThrow('ENOTDIR');
  expect(() => makeFolder(join(folder, 'file'), 0o700)).toThrow('EEXIST');
  if (process.platform === 'linux') expect(() => makeFolder('/proc/parley/data', 0o700)).toThrow('ENOENT');
});
