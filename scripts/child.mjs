import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Child
 * @property {import('node:child_process').ChildProcess} process
 * @property {Promise<string | undefined>} ended resolves at its end: undefined after code 0, else how it ended
 * @property {(limits: { politeMs: number }) => Promise<void>} stop asks with SIGTERM, then kills its whole group; returns when it is gone
 */

/**
 * Starts a program in a process group of its own: a Ctrl-C in the terminal reaches us alone, and we end the others in order.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, stdio: import('node:child_process').StdioOptions, track?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns {Child}
 */
export function startChild(program, args, { cwd, env, stdio, track }) {
  const child = spawn(program, args, { cwd, env, stdio, detached: true });
  track?.(child);
  /** @type {Promise<string | undefined>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? (code === 0 ? undefined : `code ${code}`)));
  });
  return {
    process: child,
    ended,
    stop: ({ politeMs }) => endInTime(child, 'SIGTERM', politeMs),
  };
}

/**
 * Asks a process to end, and kills its whole group when it takes too long. Returns when it is gone.
 *
 * @param {import('node:child_process').ChildProcess} child leads its group
 * @param {NodeJS.Signals} signal
 * @param {number} politeMs
 */
export async function endInTime(child, signal, politeMs) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', () => resolve(true)));
  child.kill(signal);
  const inTime = await Promise.race([ended, sleep(politeMs, false, { ref: false })]);
  if (inTime) return;
  killGroup(child.pid);
  await ended;
}

/** @param {number} pid the group's leader */
export function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
