import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProduct } from './programs.mjs';
import { runSession } from './session.mjs';

// `npm start`.
await runSession({ root: dirname(dirname(fileURLToPath(import.meta.url))), programs: startProduct });
