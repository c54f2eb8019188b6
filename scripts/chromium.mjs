import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * The browser of the browser tests: CHROMIUM, or Debian's, which is installed when it is missing and we are root.
 *
 * @param {(text: string) => void} progress
 * @returns {{ path: string } | { missing: string }} missing: one line that says what to install
 */
export function findChromium(progress) {
  const path = process.env.CHROMIUM || '/usr/bin/chromium';
  if (existsSync(path)) return { path };
  const advice = `There is no Chromium at ${path}: install Debian's package chromium, or name another one in CHROMIUM.`;
  if (process.env.CHROMIUM || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return { missing: advice };
  progress('Installing Chromium');
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update'], { stdio: 'pipe', env });
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { stdio: 'pipe', env });
  } catch (error) {
    return { missing: `${advice} Installing it failed: ${/** @type {Error} */ (error).message.split('\n')[0]}` };
  }
  return existsSync(path) ? { path } : { missing: advice };
}
