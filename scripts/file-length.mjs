import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSource, projectFiles } from './source-files.mjs';

// `npm test length`: a longer file is two things. Tests and generated files apart.
const LIMIT = 400;
const GENERATED = ['web/src/theme/tokens.css', 'server/src/platform/schema.ts'];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const checked = projectFiles(root).filter(
  (path) => (isSource(path) || /\.(css|sql)$/.test(path)) && !/\.(test|long)\.(tsx?|mjs)$/.test(path) && !GENERATED.includes(path),
);
const long = checked
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
  .filter(({ lines }) => lines > LIMIT);
for (const { path, lines } of long) console.log(`${path} has ${lines} lines, more than ${LIMIT}`);
console.log(`${checked.length} files read, ${long.length} too long`);
if (checked.length === 0 || long.length > 0) process.exit(1);
