import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explained, Refusal } from './refusal.mjs';
import { LONG, PARTS } from './test-parts.mjs';
import { LONGEST } from './within-time.mjs';

// `npm test [part] [words]`: every part, one part, with `fast` all but the browser, or with `all-long` the long ones.
// Further words go to the part's own tool.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [wanted, ...args] = process.argv.slice(2);
const parts =
  wanted === 'all-long'
    ? LONG
    : wanted === undefined
      ? PARTS
      : [...PARTS, ...LONG].filter(({ name, fast }) => wanted === name || (wanted === 'fast' && fast));
const progress = (/** @type {string} */ text) => console.log(`  ${text}`);

let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopped = true;
  });
}

/** @type {string} */
let node;
try {
  if (parts.length === 0)
    throw new Refusal(`There is no part ${wanted}; there are fast, all-long, ${[...PARTS, ...LONG].map(({ name }) => name).join(', ')}.`);
  node = await prepare({ root, build: false, progress });
} catch (error) {
  const told = explained(error);
  console.error(told instanceof Refusal ? told.message : told);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const totals = { passed: 0, failed: 0 };
const start = Date.now();
for (const { name, what, until = 1, run } of parts) {
  if (stopped) break;
  console.log(`${name}: ${what}`);
  const began = Date.now();
  const { passed, failed, output } = await run({
    root,
    node,
    progress,
    args,
    ...(wanted === 'all-long' ? { endsAt: start + until * LONGEST } : {}),
  });
  if (failed > 0) console.log(output.trimEnd());
  console.log(`${name}: ${passed} passed, ${failed} failed, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  totals.passed += passed;
  totals.failed += failed;
}
if (stopped) {
  console.log('Stopped before the end.');
  totals.failed += 1;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
