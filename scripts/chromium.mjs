import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's packages with the file of each. */
const WHOLE = { name: 'chromium', path: '/usr/bin/chromium' };
const SHELL = { name: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/**
 * The browser of the browser tests: CHROMIUM, or Debian's, which is installed when it is missing and we are root.
 *
 * @param {(text: string) => void} progress
 * @returns {{ path: string } | { missing: string }} missing: one line that says what to install
 */
export function findChromium(progress) {
  const path = process.env.CHROMIUM || WHOLE.path;
  if (existsSync(path)) return { path };
  const advice = `There is no Chromium at ${path}: install Debian's package ${WHOLE.name}, or name another one in CHROMIUM.`;
  if (process.env.CHROMIUM) return { missing: advice };
  const problem = install(WHOLE, progress);
  return problem === null ? { path } : { missing: `${advice} ${problem}`.trim() };
}

/**
 * Chromium without its windows, which draws the same pages for half the work, for tests that need nothing else of a browser. Installed
 * as the whole one is; where there is none, the whole one does it.
 *
 * @param {string} whole path of the whole one
 * @param {(text: string) => void} progress
 * @returns {string} its path
 */
export function findShell(whole, progress) {
  if (process.env.CHROMIUM || whole !== WHOLE.path) return whole;
  if (existsSync(SHELL.path)) return SHELL.path;
  const problem = install(SHELL, progress);
  if (problem === null) return SHELL.path;
  progress(`The whole Chromium does what ${SHELL.name} would do in half the time. ${problem}`.trim());
  return whole;
}

/**
 * @param {typeof WHOLE} wanted
 * @param {(text: string) => void} progress
 * @returns {string | null} why it is not there now
 */
function install({ name, path }, progress) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  progress(`Installing ${name}`);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update'], { stdio: 'pipe', env });
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', name], { stdio: 'pipe', env });
  } catch (error) {
    return `Installing it failed: ${/** @type {Error} */ (error).message.split('\n')[0]}`;
  }
  return existsSync(path) ? null : `Debian's package ${name} brought no ${path}.`;
}
