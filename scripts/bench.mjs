import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explained, Refusal } from './refusal.mjs';
import { runNode } from './tool.mjs';

// `npm run bench [-- rows] [--quick]`: the product beside its yardsticks. `npm run bench:peers`: installs those that Debian has.
// `npm run soak`: the product for an hour under people who come and go.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [first, ...rest] = process.argv.slice(2);
const programs = new Map([
  ['peers', 'bench/peers.ts'],
  ['soak', 'bench/soak/main.ts'],
]);
const other = programs.get(first ?? '');
const args = other === undefined ? ['bench/main.ts', ...process.argv.slice(2)] : [other, ...rest];
try {
  const node = await prepare({ root, build: true, progress: (text) => console.log(text) });
  const { how } = await runNode({ root, node, args: ['--disable-warning=ExperimentalWarning', ...args], show: true });
  process.exit(how === undefined ? 0 : 1);
} catch (error) {
  const told = explained(error);
  console.error(told instanceof Refusal ? told.message : told);
  process.exit(1);
}
