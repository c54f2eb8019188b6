import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from './mock-session.mjs';
import { startProduct } from './programs.mjs';
import { runSession } from './session.mjs';

// `npm start`.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (process.env.PARLEY_MOCK === 'on') await startMock(root);
else await runSession({ root, programs: startProduct });
