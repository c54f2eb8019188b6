import { execFileSync } from 'node:child_process';

/**
 * Every file of the project, tracked or new, without what git ignores.
 *
 * @param {string} root
 * @returns {string[]} relative to the root
 */
export function projectFiles(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const deleted = new Set(gitList(root, ['ls-files', '--deleted', '-z']));
  return gitList(root, args).filter((path) => !deleted.has(path));
}

/** @param {string} path @returns {boolean} whether it is program text of ours */
export function isSource(path) {
  return /\.(ts|tsx|mts|mjs|js|jsx)$/.test(path) && !/(^|\/)generated\//.test(path);
}

/** @param {string} root @param {string[]} args */
function gitList(root, args) {
  const out = execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return out.split('\0').filter((path) => path !== '');
}
