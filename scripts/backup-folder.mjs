import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refusal } from './refusal.mjs';
import { derive } from './secret.mjs';

const FORMAT = 1;

/**
 * What a backup consists of; `manifest.json` in its folder, written last.
 *
 * @typedef {object} Manifest
 * @property {number} format
 * @property {string} parley the version that made it
 * @property {string} madeAt the moment of the database's snapshot, ISO 8601
 * @property {number} postgres major version
 * @property {string} lastMigration
 * @property {string} secretCheck tells whether a secret is the one the data was made with, without telling the secret
 * @property {TableCopy[]} tables
 * @property {SequenceState[]} sequences
 * @property {FileCopy[]} files what people uploaded, paths relative to `files`
 *
 * @typedef {{ schema: string, name: string, columns: string[], rows: number, file: string, sha256: string }} TableCopy
 * @typedef {{ schema: string, name: string, last: string, called: boolean }} SequenceState
 * @typedef {{ path: string, bytes: number, sha256: string }} FileCopy
 */

/** @param {Omit<Manifest, 'format' | 'secretCheck'>} content @param {string} secret @returns {Manifest} */
export function manifestOf(content, secret) {
  return { format: FORMAT, secretCheck: secretCheckOf(secret), ...content };
}

/** @param {string} folder @param {Manifest} manifest */
export function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600 });
}

/**
 * Reads a backup's manifest and checks that every file is there as it was written.
 *
 * @param {string} folder
 * @param {string} secret of the installation that shall receive it
 * @returns {Promise<Manifest>}
 * @throws {Refusal}
 */
export async function readBackup(folder, secret) {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) throw new Refusal(`${folder} holds no complete backup: manifest.json is missing.`);
  const manifest = manifestIn(path);
  if (manifest.format !== FORMAT) throw new Refusal(`${folder} is of a form that this version of Parley does not know: use a newer one.`);
  if (manifest.secretCheck !== secretCheckOf(secret)) {
    throw new Refusal('The backup was made with another secret: put that one into secret of the data folder, or set PARLEY_SECRET to it.');
  }
  for (const { file, sha256 } of manifest.tables) await check(join(folder, file), sha256);
  for (const { path: name, sha256 } of manifest.files) await check(join(folder, 'files', name), sha256);
  return manifest;
}

/** @param {string} path @returns {Manifest} @throws {Refusal} when it was cut short, or is none */
function manifestIn(path) {
  const damaged = new Refusal(`The backup is damaged: ${path} is not as it was written.`);
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged;
    throw error;
  }
  // Of another form it may lack what is looked for here, and is told by its number.
  if (typeof manifest?.format !== 'number') throw damaged;
  if (manifest.format === FORMAT && !(Array.isArray(manifest.tables) && Array.isArray(manifest.files))) throw damaged;
  return manifest;
}

/** @param {string} path @param {string} sha256 */
async function check(path, sha256) {
  if (!existsSync(path)) throw new Refusal(`The backup is not whole: ${path} is missing.`);
  if ((await hashOfFile(path)) !== sha256) throw new Refusal(`The backup is damaged: ${path} is not as it was written.`);
}

/** @param {string} path @returns {Promise<string>} SHA-256, hexadecimal */
export async function hashOfFile(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} every file below it, relative, sorted; empty when there is no such folder */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** @param {string} secret */
function secretCheckOf(secret) {
  return derive(secret, 'backup:check').slice(0, 16);
}
