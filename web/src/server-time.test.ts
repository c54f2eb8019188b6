import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** How long a while lasts that begins and ends on this computer is counted by its own clock. */
const MEASURES = new Set(['features/communications/bulk/OfferBox.tsx', 'features/communications/composer/ComposerField.tsx']);

it('what people are shown of days and times is reckoned by the server’s clock, since theirs may be hours off', () => {
  const here = dirname(fileURLToPath(import.meta.url));
  const drawn = globSync('**/*.tsx', { cwd: here }).filter((path) => !MEASURES.has(path));
  expect(drawn.length).toBeGreaterThan(100);
  const byOwnClock = drawn.filter((path) => /\bDate\.now\(\)|\bnew Date\(\)/.test(readFileSync(join(here, path), 'utf8')));
  expect(byOwnClock).toEqual([]);
});
