import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` goes on for ever where a file system takes no folders although the one
 * above is there, as below /proc.
 *
 * @param {string} folder absolute
 * @param {number} mode of each that is made
 * @throws {NodeJS.ErrnoException} the file system's refusal
 */
export function makeFolder(folder, mode) {
  const above = dirname(folder);
  if (above !== folder && !existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const isThere = /** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST' && statSync(folder).isDirectory();
    if (!isThere) throw error;
  }
}
