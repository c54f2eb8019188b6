import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No upload takes so long. */
const FORGOTTEN_AFTER = 3_600_000;

/** Where uploads are written until they are whole. Each name begins with the process that writes it. */
export interface Arriving {
  newPath(): string;
  /** Removes what is older than any upload that still comes. */
  sweep(): Promise<void>;
}

/** Opens the folder, and removes what processes that are gone have left in it. */
export function openArriving(folder: string): Arriving {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const writer = Number.parseInt(name, 10);
    // This process has begun none: what bears its number is of one before it, as in containers.
    if (writer === process.pid || !isAlive(writer)) rmSync(join(folder, name), { force: true });
  }
  return {
    newPath: () => join(folder, `${process.pid}-${randomBytes(12).toString('hex')}`),
    async sweep() {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const facts = await stat(path).catch(() => null);
        if (facts && Date.now() - facts.mtimeMs > FORGOTTEN_AFTER) await rm(path, { force: true });
      }
    },
  };
}

function isAlive(pid: number): boolean {
  // Other numbers mean groups of processes.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
