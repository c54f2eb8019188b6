import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from './mock-session.mjs';

// `npm run mock`: the web application alone, on invented answers (docs/mock.md); the same as `npm start` with PARLEY_MOCK=on.
await startMock(dirname(dirname(fileURLToPath(import.meta.url))));
