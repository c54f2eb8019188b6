import { statfsSync } from 'node:fs';
import { Refusal } from './refusal.mjs';

/** PostgreSQL asks for 16 MB at once, and gives back what it got of them when it does not get all. */
const TOO_LITTLE = 20 * 1024 * 1024;

/**
 * What to tell instead of an error whose reason is that the disk is full. PostgreSQL, npm and the server each die of that in their own
 * words; a person needs one sentence.
 *
 * @param {string} folder exists
 * @returns {Refusal | undefined} undefined when there is room
 */
export function diskFull(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= TOO_LITTLE) return undefined;
  const megabytes = Math.floor(free / 1024 / 1024);
  return new Refusal(
    `The disk of ${folder} is full (${megabytes} MB are free): make room and start again; nothing that was stored is lost.`,
  );
}
