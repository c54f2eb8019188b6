import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * The key for one purpose, derived from the installation's secret (HKDF-SHA256, 32 bytes, hex). The server derives its keys by the
 * same rule, so both sides know the database passwords without storing them.
 *
 * @param {string} secretHex 64 hexadecimal digits
 * @param {string} purpose for instance `database:owner`
 * @returns {string} 64 hexadecimal digits
 */
export function derive(secretHex, purpose) {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretHex, 'hex'), '', `parley:${purpose}`, 32)).toString('hex');
}

/**
 * The installation's secret from `<data>/secret`, made on the first call. Two callers at once get the same secret: the file appears
 * complete or not at all, and the first one wins.
 *
 * @param {string} dataFolder
 * @returns {string} 64 hexadecimal digits
 * @throws {Refusal} when the file holds something else
 */
export function readOrMakeSecret(dataFolder) {
  const path = join(dataFolder, 'secret');
  if (!existsSync(path)) makeSecret(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (!isSecret(secret)) throw new Refusal(`${path} must hold 64 hexadecimal digits; restore it from a backup.`);
  return secret;
}

/** @param {string} value @returns {boolean} whether the value has the form of an installation's secret */
export function isSecret(value) {
  return /^[0-9a-f]{64}$/i.test(value);
}

/** @param {string} path */
function makeSecret(path) {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
