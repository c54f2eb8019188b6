import { assertPortIsFree } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { explained, Refusal } from './refusal.mjs';
import { readSettings } from './settings.mjs';
import { runNode } from './tool.mjs';

/**
 * Builds and serves the web application alone until it is told to end: no data folder, no database, no server. It ends this process.
 *
 * @param {string} root the project
 */
export async function startMock(root) {
  try {
    const { host, port } = readSettings(process.env, root);
    await assertPortIsFree({ host, port, purpose: 'where Parley listens', remedy: 'set PARLEY_PORT to another one' });
    const node = await prepare({ root, build: false, progress: (text) => console.log(`  ${text}`) });
    // Whoever stops it asks for its end: that is no fault.
    let isAsked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isAsked = true));
    const { how } = await runNode({ root, node, args: ['scripts/serve-mock.mjs', host, String(port)], show: true });
    process.exit(how === undefined || isAsked ? 0 : 1);
  } catch (error) {
    const told = explained(error);
    console.error(told instanceof Refusal ? told.message : told);
    process.exit(1);
  }
}
