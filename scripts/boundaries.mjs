import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBoundaries } from './boundary-rules.mjs';
import { MAY_IMPORT } from './floors.mjs';
import { isSource, projectFiles } from './source-files.mjs';

// `npm test boundaries`: who imports whom, by the floors of scripts/floors.mjs.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = projectFiles(root);
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const unplaced = workspaces.filter((/** @type {string} */ name) => !(name in MAY_IMPORT));
const checked = files.filter((path) => isSource(path) && path.includes('/'));
const sources = new Map(checked.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const { modules, violations } = await checkBoundaries({ sources, files: new Set(files) });
violations.push(...unplaced.map((/** @type {string} */ name) => `the workspace ${name} has no place in scripts/floors.mjs`));
for (const violation of violations) console.log(violation);
console.log(`${modules} modules read, ${violations.length} violations`);
if (modules === 0 || violations.length > 0) process.exit(1);
