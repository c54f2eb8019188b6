import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explained, Refusal } from './refusal.mjs';

// `npm run build`: what `npm start` would install and build, and no more.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
try {
  await prepare({ root, build: true, progress: (text) => console.log(text) });
  console.log('Built.');
} catch (error) {
  const told = explained(error);
  console.error(told instanceof Refusal ? told.message : told);
  process.exit(1);
}
