import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// A process id alone says little: the system gives it to another process later. Together with the time the process started it is
// unique, and that is what outlives a kill -9.
const hasProc = existsSync('/proc/self/stat');

/**
 * When the process began, as a text that differs for every process that ever had this id since the machine started.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process runs (a zombie does not run)
 */
export function startedAt(pid) {
  return hasProc ? startedAtFromProc(pid) : startedAtFromPs(pid);
}

/** @param {number} pid @returns {string | undefined} the command line, words parted by spaces, or undefined when it does not run */
export function commandOf(pid) {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 * @param {ProcessIdentity} identity
 * @returns {boolean} whether exactly this process still runs
 */
export function isRunning(identity) {
  return startedAt(identity.pid) === identity.startedAt;
}

/** @param {number} pid @returns {ProcessIdentity | undefined} */
export function identityOf(pid) {
  const time = startedAt(pid);
  return time === undefined ? undefined : { pid, startedAt: time };
}

/** @param {number} pid */
function startedAtFromProc(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in brackets and may itself hold blanks and brackets: count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' || ticks === undefined ? undefined : `${bootId()}:${ticks}`;
}

/** @param {number} pid */
function startedAtFromPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

function bootId() {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
