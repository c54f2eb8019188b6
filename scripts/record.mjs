import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'test-results']);

/**
 * What was installed and built last, as hashes; in `.parley/record.json`.
 *
 * @typedef {{ lockfile?: string, builds: Record<string, string> }} Done
 * @param {string} root
 * @returns {Done}
 */
export function readRecord(root) {
  const path = join(root, '.parley', 'record.json');
  if (!existsSync(path)) return { builds: {} };
  try {
    return { builds: {}, ...JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    // Cut off in the middle of a write by a crash: then nothing is known, and everything is done again.
    return { builds: {} };
  }
}

/** @param {string} root @param {Done} record */
export function writeRecord(root, record) {
  const folder = join(root, '.parley');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'record.json');
  writeFileSync(`${path}.draft`, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(`${path}.draft`, path);
}

/**
 * One hash over names and contents; test files, results and libraries apart.
 *
 * @param {string} root
 * @param {string[]} paths files or folders, relative to the root
 * @returns {string}
 */
export function hashOf(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => filesIn(join(root, one)))) {
    hash.update(`${relative(root, path)}\0`);
    hash.update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} sorted */
function filesIn(path) {
  if (!existsSync(path)) return [];
  const found = [];
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (statSync(next).isFile()) {
      found.push(next);
      continue;
    }
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (SKIPPED.has(entry.name) || /\.(test|long)\.tsx?$/.test(entry.name)) continue;
      if (entry.isDirectory() || entry.isFile()) open.push(join(next, entry.name));
    }
  }
  return found.sort();
}
