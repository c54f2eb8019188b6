import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Why a disk of a given size cannot be had here; undefined when it can. */
export const noSmallDisk: string | undefined =
  process.getuid?.() === 0 && process.platform === 'linux' ? undefined : 'a small disk is mounted by root on Linux alone';

/** Mounts a disk of so many megabytes. */
export function mountSmallDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
}

export function unmount(folder: string): void {
  run('umount', [folder]);
}

/** Takes all that is free but so many bytes; a second call takes more. */
export function fillDisk(folder: string, leave = 0): void {
  const ballast = openSync(join(folder, 'ballast'), 'a');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const free = bavail * bsize - leave;
      if (free <= 0) return;
      writeSync(ballast, block, 0, Math.min(block.length, free));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(ballast);
  }
}

export function makeRoom(folder: string): void {
  rmSync(join(folder, 'ballast'));
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
