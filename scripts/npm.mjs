import { closeSync, mkdirSync, openSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { startChild } from './child.mjs';
import { Refusal } from './refusal.mjs';

/**
 * Runs npm to its end, its output kept in a file.
 *
 * @param {object} options
 * @param {string} options.root the project
 * @param {string} options.cwd
 * @param {string[]} options.args
 * @param {string} options.what for the message, as in "… could not be installed"
 * @param {string} options.log name of the file below .parley
 * @param {string | undefined} [options.node] the Node that npm and what it calls shall run on
 * @param {(child: import('node:child_process').ChildProcess) => void} [options.track]
 * @throws {Refusal} when npm fails
 */
export async function runNpm({ root, cwd, args, what, log, node, track }) {
  mkdirSync(join(root, '.parley'), { recursive: true });
  const path = join(root, '.parley', log);
  const file = openSync(path, 'w');
  const { program, first } = npmProgram(node);
  const child = startChild(program, [...first, ...args], {
    cwd,
    env: environmentFor(node),
    stdio: ['ignore', file, file],
    ...(track && { track }),
  });
  closeSync(file);
  const how = await child.ended;
  if (how !== undefined) throw new Refusal(`${what} (npm ${args[0]}: ${how}); the reason stands in ${path}.`);
}

// npm names its own file to what it starts; that one fits even where another npm comes first in PATH.
/** @param {string | undefined} node */
function npmProgram(node) {
  const own = process.env.npm_execpath;
  if (own !== undefined && basename(own) === 'npm-cli.js') return { program: node ?? process.execPath, first: [own] };
  return { program: 'npm', first: [] };
}

/**
 * Without what an outer npm says about the script it runs, which would send the inner one to the wrong folder, and without a
 * NODE_ENV, by which npm would leave out what the build needs.
 *
 * @param {string | undefined} node
 */
export function environmentFor(node) {
  const foreign =
    /^(npm_(package|lifecycle|command|node_execpath|config_(local_prefix|workspace|omit|production|include))|INIT_CWD$|NODE_ENV$|PARLEY_)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  if (node !== undefined) env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  return env;
}
