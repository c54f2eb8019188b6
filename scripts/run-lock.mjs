import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup } from './child.mjs';
import { identityOf, isRunning } from './process-identity.mjs';

// One file `<name>.<number>` names who holds the folder. It stays behind when its holder dies, so a dead holder is seen by its process
// identity; whoever takes over makes the next number. The highest number decides and never vanishes, so two who find the same
// dead holder cannot both win, and no moment exists in which a lock is removed that somebody else just took.

/**
 * @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity
 * @typedef {object} Holding
 * @property {ProcessIdentity} holder
 * @property {ProcessIdentity[]} children who outlives a killed holder for a while: the folder is theirs too
 * @property {string | undefined} address
 *
 * @typedef {object} RunLock
 * @property {(pid: number) => void} addChild
 * @property {(address: string) => void} setAddress
 * @property {() => void} release
 */

/**
 * Takes the lock of a folder, waiting for a holder that is about to end. Children that have not ended by themselves after that time, their
 * holder dead, are killed.
 *
 * @param {{ folder: string, name: string, waitMs: number, onWait?: () => void, waitForHolder?: boolean }} options waitForHolder: false when only
 *   what a dead holder has left is waited for
 * @returns {Promise<{ lock: RunLock } | { heldBy: Holding }>}
 */
export async function takeLock({ folder, name, waitMs, onWait = () => {}, waitForHolder = true }) {
  const own = identityOf(process.pid);
  if (own === undefined) throw new Error('The system does not tell when this process began.');
  let waited = false;
  for (const deadline = Date.now() + waitMs; ; await sleep(50)) {
    const latest = latestHolding(folder, name);
    if (latest === undefined || !isHeld(latest.holding)) {
      const number = (latest?.number ?? 0) + 1;
      if (claim({ folder, name, number, holding: { holder: own, children: [], address: undefined } })) {
        return { lock: lockOf(folder, name, number, own) };
      }
      continue;
    }
    if (!waited) onWait();
    waited = true;
    const { holder, children } = latest.holding;
    const holderRuns = isRunning(holder);
    if (Date.now() < deadline && (waitForHolder || !holderRuns)) continue;
    if (holderRuns) return { heldBy: latest.holding };
    for (const { pid } of children.filter(isRunning)) killGroup(pid);
  }
}

/** @param {Holding} holding */
function isHeld({ holder, children }) {
  return isRunning(holder) || children.some(isRunning);
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {{ number: number, holding: Holding } | undefined}
 */
function latestHolding(folder, name) {
  for (;;) {
    const number = Math.max(0, ...numbersIn(folder, name));
    if (number === 0) return undefined;
    try {
      return { number, holding: JSON.parse(readFileSync(join(folder, `${name}.${number}`), 'utf8')) };
    } catch (error) {
      // Taken over between the two looks: look again.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    }
  }
}

/** @param {string} folder @param {string} name */
function numbersIn(folder, name) {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.`) && /^\d+$/.test(file.slice(name.length + 1)))
    .map((file) => Number(file.slice(name.length + 1)));
}

/** @param {{ folder: string, name: string, number: number, holding: Holding }} options @returns {boolean} whether we won */
function claim({ folder, name, number, holding }) {
  const path = join(folder, `${name}.${number}`);
  const draft = write(path, holding);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const numbers = numbersIn(folder, name);
  if (Math.max(...numbers) > number) {
    rmSync(path, { force: true });
    return false;
  }
  for (const older of numbers.filter((other) => other < number)) rmSync(join(folder, `${name}.${older}`), { force: true });
  return true;
}

/** @param {string} path @param {Holding} holding */
function write(path, holding) {
  const draft = `${path}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(holding), { mode: 0o644 });
  return draft;
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {number} number
 * @param {ProcessIdentity} holder
 * @returns {RunLock}
 */
function lockOf(folder, name, number, holder) {
  const path = join(folder, `${name}.${number}`);
  /** @type {Holding} */
  const holding = { holder, children: [], address: undefined };
  const save = () => renameSync(write(path, holding), path);
  return {
    addChild(pid) {
      const child = identityOf(pid);
      if (child === undefined) return;
      holding.children = [...holding.children.filter(isRunning), child];
      save();
    },
    setAddress(address) {
      holding.address = address;
      save();
    },
    // Marked as nobody's rather than removed, so that the numbers only ever rise.
    release() {
      holding.holder = { pid: holder.pid, startedAt: 'released' };
      holding.children = holding.children.filter(isRunning);
      save();
    },
  };
}
