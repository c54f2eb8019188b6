import { copyFileSync, mkdirSync, openSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 50 * 1024 * 1024;

/**
 * Opens a log below the data folder for a child to write to. Children write by themselves, so that they can still say why they stop
 * when we were killed.
 *
 * @param {string} dataFolder
 * @param {string} name
 * @returns {{ path: string, file: number }} file: the descriptor, to be closed once the child has it
 */
export function openLog(dataFolder, name) {
  mkdirSync(join(dataFolder, 'logs'), { recursive: true, mode: 0o755 });
  const path = join(dataFolder, 'logs', `${name}.log`);
  return { path, file: openSync(path, 'a', 0o600) };
}

/**
 * Keeps each log at no more than about 50 MB, and one older one beside it. The writers append, so cutting the file under them is safe.
 *
 * @param {string} dataFolder
 * @param {string[]} names
 */
export function keepLogsSmall(dataFolder, names) {
  const check = () => {
    for (const name of names) {
      const path = join(dataFolder, 'logs', `${name}.log`);
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < LARGEST) continue;
      copyFileSync(path, `${path}.1`);
      truncateSync(path);
    }
  };
  check();
  setInterval(check, 60_000).unref();
}
