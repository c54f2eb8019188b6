import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { hashOf, readRecord, writeRecord } from './record.mjs';
import { takeLock } from './run-lock.mjs';
import { fetchRuntime, presentRuntime } from './runtime.mjs';

/**
 * Brings the runtime, the libraries and the builds up to date. Where nothing has changed it only reads.
 *
 * @typedef {object} PrepareOptions
 * @property {string} root the project
 * @property {boolean} build whether the browser's parts are built too
 * @property {(text: string) => void} progress
 * @property {(child: import('node:child_process').ChildProcess) => void} [track]
 *
 * @param {PrepareOptions} options
 * @returns {Promise<string>} the Node.js program to run the product with
 */
export async function prepare({ root, build, progress, track }) {
  const present = presentRuntime(root);
  if (present !== undefined && isCurrent(root, build)) return present;
  return alone(root, progress, async (lock) => {
    /** @param {import('node:child_process').ChildProcess} child */
    const tracked = (child) => {
      if (child.pid !== undefined) lock.addChild(child.pid);
      track?.(child);
    };
    const node = presentRuntime(root) ?? (await fetchRuntime({ root, progress, track: tracked }));
    await install({ root, node, progress, track: tracked });
    if (build) await buildParts({ root, node, progress, track: tracked });
    return node;
  });
}

/** @param {string} root @param {boolean} build */
function isCurrent(root, build) {
  return isInstalled(root) && (!build || partsToBuild(root).every((part) => isBuilt(root, part)));
}

/**
 * Two starts of one clone with different data folders must not install or build at the same time.
 *
 * @template T
 * @param {string} root
 * @param {(text: string) => void} progress
 * @param {(lock: import('./run-lock.mjs').RunLock) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(root, progress, work) {
  const folder = join(root, '.parley');
  mkdirSync(folder, { recursive: true });
  const taken = await takeLock({
    folder,
    name: 'prepare',
    waitMs: 15 * 60_000,
    onWait: () => progress('Waiting for another start that installs or builds'),
  });
  if ('heldBy' in taken) throw new Error('Another start has been installing or building for a quarter of an hour.');
  try {
    return await work(taken.lock);
  } finally {
    taken.lock.release();
  }
}

/** @param {string} root */
function isInstalled(root) {
  return existsSync(join(root, 'node_modules', '.package-lock.json')) && readRecord(root).lockfile === hashOf(root, ['package-lock.json']);
}

/** @typedef {Omit<PrepareOptions, 'build'> & { node: string }} StepOptions */

/** @param {StepOptions} options */
async function install({ root, node, progress, track }) {
  if (isInstalled(root)) return;
  progress('Installing the libraries, which takes some minutes at first');
  await runNpm({
    root,
    cwd: root,
    node,
    args: ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    what: 'The libraries could not be installed',
    log: 'install.log',
    ...(track && { track }),
  });
  writeRecord(root, { ...readRecord(root), lockfile: hashOf(root, ['package-lock.json']) });
}

/** @typedef {{ name: string, folder: string, inputs: string[] }} Part a workspace with a build, and all that its result depends on */

/** @param {string} root @returns {Part[]} */
function partsToBuild(root) {
  const folders = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;
  const packages = new Map(
    /** @type {string[]} */ (folders).map((folder) => {
      const { name, scripts = {}, dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return [name, { folder, build: 'build' in scripts, uses: Object.keys(dependencies) }];
    }),
  );
  const parts = [];
  for (const [name, { folder, build }] of packages) {
    if (!build) continue;
    const names = new Set([name]);
    for (const one of names) for (const used of packages.get(one)?.uses ?? []) if (packages.has(used)) names.add(used);
    const folders = [...names].map((one) => packages.get(one)?.folder ?? '');
    parts.push({ name, folder, inputs: [...folders, 'package-lock.json', 'tsconfig.base.json'] });
  }
  return parts;
}

/** @param {string} root @param {Part} part */
function isBuilt(root, { name, folder, inputs }) {
  return existsSync(join(root, folder, 'dist')) && readRecord(root).builds[name] === hashOf(root, inputs);
}

/** @param {StepOptions} options */
async function buildParts({ root, node, progress, track }) {
  for (const part of partsToBuild(root)) {
    if (isBuilt(root, part)) continue;
    progress(`Building ${part.folder}`);
    const { [part.name]: _, ...others } = readRecord(root).builds;
    writeRecord(root, { ...readRecord(root), builds: others });
    const hash = hashOf(root, part.inputs);
    await runNpm({
      root,
      cwd: root,
      node,
      args: ['run', 'build', '--workspace', part.name],
      what: `${part.folder} could not be built`,
      log: `build-${part.folder}.log`,
      ...(track && { track }),
    });
    writeRecord(root, { ...readRecord(root), builds: { ...others, [part.name]: hash } });
  }
}
