import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = new URL('../dist/', import.meta.url);
const built = existsSync(new URL('widget.js', dist));
const gzipped = (file: string) => gzipSync(readFileSync(new URL(file, dist))).length;

/** The build is made by `npm run build`; a check-out without one has nothing to weigh. */
describe.runIf(built)('weight of the widget on a visitor’s line', () => {
  it('has a loader of at most 8 kB', () => {
    expect(gzipped('widget.js')).toBeLessThanOrEqual(8_000);
  });

  it('has at most 90 kB of script in all', () => {
    const scripts = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((sum, name) => sum + gzipped(`assets/${name}`), gzipped('widget.js'))).toBeLessThanOrEqual(90_000);
  });

  it('leaves no name in the pages that carry it', () => {
    expect(readFileSync(new URL('widget.js', dist), 'utf8')).not.toMatch(/^(var|let|const|function) /m);
  });
});
