import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Looks for a program of Debian, and installs its packages when it is missing and we are root.
 *
 * @param program its path
 * @param packages that bring it
 * @returns why there is none, or undefined
 */
export function missingDebianProgram(program: string, packages: readonly string[]): string | undefined {
  if (existsSync(program)) return undefined;
  const advice = `There is no ${program}: install Debian’s packages ${packages.join(' and ')}.`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return advice;
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update'], { stdio: 'pipe', env });
    // Without being started: a test runs one of its own.
    const policy = '/usr/sbin/policy-rc.d';
    const withPolicy = !existsSync(policy);
    if (withPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    try {
      execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { stdio: 'pipe', env });
    } finally {
      if (withPolicy) rmSync(policy, { force: true });
    }
  } catch (error) {
    return `${advice} Installing failed: ${(error as Error).message.split('\n')[0]}`;
  }
  return existsSync(program) ? undefined : advice;
}
