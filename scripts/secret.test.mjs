import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from './refusal.mjs';
import { derive, readOrMakeSecret } from './secret.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('derive', () => {
  it('is HKDF-SHA256 with the purpose as its info', () => {
    expect(derive('00'.repeat(32), 'database:app')).toMatch(/^[0-9a-f]{64}$/);
    expect(derive('00'.repeat(32), 'database:app')).toBe(derive('00'.repeat(32), 'database:app'));
    expect(derive('00'.repeat(32), 'database:app')).not.toBe(derive('00'.repeat(32), 'database:owner'));
    expect(derive('00'.repeat(32), 'database:app')).not.toBe(derive('01'.repeat(32), 'database:app'));
  });
});

describe('readOrMakeSecret', () => {
  it('makes one that only its owner may read, and keeps it', () => {
    const secret = readOrMakeSecret(folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(readOrMakeSecret(folder)).toBe(secret);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('refuses a damaged one rather than make another', () => {
    writeFileSync(join(folder, 'secret'), 'abc\n');
    expect(() => readOrMakeSecret(folder)).toThrow(Refusal);
    expect(() => readOrMakeSecret(folder)).toThrow('must hold 64 hexadecimal digits');
  });
});
