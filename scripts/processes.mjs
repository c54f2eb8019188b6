import { closeSync } from 'node:fs';
import { killGroup, startChild } from './child.mjs';
import { openLog } from './log-file.mjs';
import { Refusal, UnexpectedEnd } from './refusal.mjs';

/**
 * Starts one of our own programs and waits until it says it is ready. It speaks over the IPC channel: `{type:'progress', text}`,
 * `{type:'ready', url}`, `{type:'failed', message}`; it stops at SIGTERM, and by itself when the channel breaks.
 *
 * @param {{ name: string, node: string, args: string[], root: string, dataFolder: string, env: NodeJS.ProcessEnv, progress: (text: string) => void,
 *   onBirth: (child: import('./child.mjs').Child) => void }} options
 * @returns {Promise<{ child: import('./child.mjs').Child, url: string, logPath: string }>}
 * @throws {Refusal} with the program's own sentence when it cannot start
 */
export async function startProgram({ name, node, args, root, dataFolder, env, progress, onBirth }) {
  const { path, file } = openLog(dataFolder, name);
  const child = startChild(node, args, { cwd: root, env, stdio: ['ignore', file, file, 'ipc'] });
  closeSync(file);
  onBirth(child);
  const url = await new Promise((resolve, reject) => {
    child.process.on('message', (message) => {
      const { type, text, url: address, message: reason } = /** @type {Record<string, string>} */ (message);
      if (type === 'progress') progress(String(text));
      if (type === 'ready') resolve(String(address));
      if (type === 'failed') reject(new Refusal(String(reason)));
    });
    child.ended.then((how) =>
      reject(new UnexpectedEnd(`The ${name} ended while it was starting (${how ?? 'code 0'}); the reason stands in ${path}.`)),
    );
  });
  return { child, url, logPath: path };
}

/** The work that is under way while starting (npm, initdb), so that a stop in the middle ends it too. */
export class RunningWork {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #children = new Set();

  /** @param {import('node:child_process').ChildProcess} child */
  add(child) {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
  }

  endAll() {
    for (const { pid } of this.#children) if (pid !== undefined) killGroup(pid);
  }
}
