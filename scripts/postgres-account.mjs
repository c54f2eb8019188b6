import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * How PostgreSQL's programs are run: as ourselves, or, since PostgreSQL refuses to run as root, as another user.
 *
 * @typedef {object} PostgresAccount
 * @property {{ uid: number, gid: number } | undefined} owner who must own the data, undefined when it is this process's own user
 * @property {(program: string, args: string[]) => { program: string, args: string[], ids: { uid?: number, gid?: number } }} wrap
 */

/**
 * @param {{ clusterFolder: string, neededPaths: string[] }} where the database's folder (it need not exist yet), and what the programs
 *   must be able to reach
 * @returns {PostgresAccount}
 */
export function chooseAccount({ clusterFolder, neededPaths }) {
  if (process.getuid?.() !== 0) return { owner: undefined, wrap: (program, args) => ({ program, args, ids: {} }) };
  const owner = ownerOf(clusterFolder) ?? userFromSystem();
  if (neededPaths.every(isOpenToAll)) return { owner, wrap: (program, args) => ({ program, args, ids: owner }) };
  return { owner, wrap: (program, args) => ({ program: 'setpriv', args: [...passingClosedFolders(owner), program, ...args], ids: {} }) };
}

/**
 * Below a folder that only root may enter (a clone in /root), the other user keeps one capability: to pass over file permissions.
 *
 * @param {{ uid: number, gid: number }} owner
 */
function passingClosedFolders({ uid, gid }) {
  if (process.platform !== 'linux')
    throw new Refusal('Parley lies below a folder that only root may enter: move it, or start it as an ordinary user.');
  const only = '-all,+dac_override';
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--securebits=+no_setuid_fixup,+noroot',
  ];
}

/** @param {string} path */
function ownerOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid };
}

// initdb asks the system for its user's name, so a bare number without an entry would not do.
function userFromSystem() {
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const user = users.get('postgres') ?? users.get('nobody');
  if (user === undefined) throw new Refusal('PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody".');
  return user;
}

/** @param {string} path */
function isOpenToAll(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat?.isDirectory() && (stat.mode & 0o001) === 0) return false;
    if (stat?.isFile() && (stat.mode & 0o004) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
