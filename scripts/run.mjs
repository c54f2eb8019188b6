import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explained, Refusal } from './refusal.mjs';
import { runTool } from './tool.mjs';

// `node scripts/run.mjs <tool> …`: an installed tool on the product's own Node.js, whatever Node.js the machine has.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [tool, ...args] = process.argv.slice(2);
try {
  if (tool === undefined) throw new Refusal('Which tool? For instance: node scripts/run.mjs biome check .');
  const node = await prepare({ root, build: false, progress: (text) => console.log(text) });
  const { how } = await runTool({ root, node, tool, args, show: true });
  process.exit(how === undefined ? 0 : 1);
} catch (error) {
  const told = explained(error);
  console.error(told instanceof Refusal ? told.message : told);
  process.exit(1);
}
