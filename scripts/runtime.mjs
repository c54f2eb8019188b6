import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { Refusal } from './refusal.mjs';

const NEEDED = 24;

/**
 * The Node.js the product runs on: this one where it is new enough, else the one that the package in `runtime/` brings.
 *
 * @param {string} root
 * @returns {string | undefined} the program's path, or undefined when it must be fetched first
 * @throws {Refusal} when none is packaged for this machine
 */
export function presentRuntime(root) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  const { name, version, folder, program } = packagedRuntime(root);
  return installedVersion(folder, name) === version && existsSync(program) ? program : undefined;
}

/**
 * @param {{ root: string, progress: (text: string) => void, track?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns {Promise<string>} the program's path
 * @throws {Refusal} when the install fails or the program does not run here
 */
export async function fetchRuntime({ root, progress, track }) {
  const { version, folder, program } = packagedRuntime(root);
  progress(`Fetching Node.js ${version}`);
  await runNpm({
    root,
    cwd: folder,
    args: ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'],
    what: `Node.js ${version} could not be fetched`,
    log: 'runtime.log',
    ...(track && { track }),
  });
  assertRuns(program);
  return program;
}

/** @param {string} root */
function packagedRuntime(root) {
  const folder = join(root, 'runtime');
  const packaged = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies;
  const name = `node-${process.platform}-${process.arch}`;
  const version = packaged[name];
  if (version === undefined) {
    throw new Refusal(
      `Parley runs on Node.js ${NEEDED}, which it cannot fetch for ${process.platform}-${process.arch}: install Node.js ${NEEDED} or newer.`,
    );
  }
  return { name, version, folder, program: join(folder, 'node_modules', name, 'bin', 'node') };
}

/** @param {string} folder @param {string} name */
function installedVersion(folder, name) {
  const path = join(folder, 'node_modules', name, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : undefined;
}

/** @param {string} program */
function assertRuns(program) {
  let version;
  try {
    version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    throw new Refusal(`${program} does not run on this machine: install Node.js ${NEEDED} or newer.`);
  }
  if (Number(version.slice(1).split('.')[0]) < NEEDED) throw new Refusal(`${program} is ${version}, and Parley needs Node.js ${NEEDED}.`);
}
