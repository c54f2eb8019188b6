import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startChild } from './child.mjs';
import { environmentFor } from './npm.mjs';
import { Refusal } from './refusal.mjs';

/**
 * Runs an installed tool on the product's Node.js.
 *
 * @param {{ root: string, node: string, tool: string, args: string[], show: boolean, env?: NodeJS.ProcessEnv }} options
 *   show: its output goes to the terminal; otherwise it is collected
 * @returns {Promise<{ how: string | undefined, output: string }>} how it ended, undefined for success
 * @throws {Refusal} when it is not installed
 */
export async function runTool({ root, node, tool, args, show, env = {} }) {
  const linked = join(root, 'node_modules', '.bin', tool);
  if (!existsSync(linked)) throw new Refusal(`${tool} is not installed: run npm ci.`);
  return runNode({ root, node, args: [realpathSync(linked), ...args], show, env });
}

/**
 * @param {{ root: string, node: string, args: string[], show: boolean, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ how: string | undefined, output: string }>}
 */
export async function runNode({ root, node, args, show, env = {} }) {
  const base = environmentFor(node);
  const child = startChild(node, args, {
    cwd: root,
    env: { ...base, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${base.PATH}`, ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    track: endWithUs,
  });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.process.stdout, child.process.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => child.process.once('close', resolve));
  const how = await child.ended;
  if (child.process.pid !== undefined) await closed;
  return { how, output: Buffer.concat(chunks).toString('utf8') };
}

/** @param {import('node:child_process').ChildProcess} child in a group of its own, so a Ctrl-C does not reach it by itself */
function endWithUs(child) {
  const end = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  child.once('exit', () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, end);
  });
}
