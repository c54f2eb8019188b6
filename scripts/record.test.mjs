import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf, readRecord, writeRecord } from './record.mjs';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-record-'));
  mkdirSync(join(root, 'web/src'), { recursive: true });
  mkdirSync(join(root, 'web/dist'));
  writeFileSync(join(root, 'web/src/a.ts'), 'a');
  writeFileSync(join(root, 'lock.json'), '1');
});
afterEach(() => rmSync(root, { recursive: true }));

const hash = () => hashOf(root, ['web', 'lock.json']);

describe('hashOf', () => {
  it.each([
    ['a changed source', () => writeFileSync(join(root, 'web/src/a.ts'), 'b')],
    ['a new source', () => writeFileSync(join(root, 'web/src/b.ts'), '')],
    ['a source that is gone', () => rmSync(join(root, 'web/src/a.ts'))],
    ['a changed single file', () => writeFileSync(join(root, 'lock.json'), '2')],
  ])('differs after %s', (_, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  it.each(['web/dist/a.js', 'web/src/a.test.ts'])('does not care about %s', (path) => {
    const before = hash();
    writeFileSync(join(root, path), 'anything');
    expect(hash()).toBe(before);
  });
});

describe('the record', () => {
  it('comes back as it was written, and is empty where it is damaged', () => {
    writeRecord(root, { lockfile: 'x', builds: { web: 'y' } });
    expect(readRecord(root)).toEqual({ lockfile: 'x', builds: { web: 'y' } });
    writeFileSync(join(root, '.parley/record.json'), '{"lock');
    expect(readRecord(root)).toEqual({ builds: {} });
  });
});
