import { execFileSync } from 'node:child_process';

/** The long tests together take so long at most, in milliseconds: on a slow machine some of them are left for another time, and named. */
export const LONGEST = 40 * 60_000;

/**
 * Files in an order that is another for each commit, so that what is left out of one run comes first in a later one.
 *
 * @template T
 * @param {readonly T[]} files
 * @param {string} commit its hash; empty where there is none
 * @returns {T[]}
 */
export function inTurn(files, commit) {
  const start = files.length === 0 ? 0 : Number.parseInt(commit.slice(0, 8) || '0', 16) % files.length;
  return [...files.slice(start), ...files.slice(0, start)];
}

/** @param {string} root @returns {string} the hash of the commit that is tested; empty outside a repository */
export function commitOf(root) {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}

/**
 * Runs files portion by portion for as long as there is time; a portion that was begun is ended.
 *
 * @template T
 * @param {object} how
 * @param {readonly string[]} how.files
 * @param {number} how.portion so many files at once
 * @param {number} how.endsAt by the clock, in milliseconds
 * @param {(files: readonly string[]) => Promise<T>} how.run
 * @param {() => number} [how.now]
 * @returns {Promise<{ outcomes: T[], left: string[] }>} left: files that were not run
 */
export async function withinTime({ files, portion, endsAt, run, now = Date.now }) {
  const outcomes = [];
  let place = 0;
  for (; place < files.length && (place === 0 || now() < endsAt); place += portion)
    outcomes.push(await run(files.slice(place, place + portion)));
  return { outcomes, left: files.slice(place) };
}
