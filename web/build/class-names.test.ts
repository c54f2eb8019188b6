import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortClassNames } from './class-names.ts';

test('classes of CSS modules have short names, each its own, and the same whenever they are asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-classes-'));
  mkdirSync(join(folder, 'b'));
  const files = [join(folder, 'a.module.css'), join(folder, 'b', 'a.module.css')];
  for (const file of files) writeFileSync(file, '');
  const nameOf = shortClassNames(folder);
  const names = files.flatMap((file) => Array.from({ length: 40 }, (_, at) => nameOf(`class-${at}`, file)));
  expect(new Set(names).size).toBe(80);
  expect(Math.max(...names.map((name) => name.length))).toBeLessThan(6);
  for (const name of names) expect(name).toMatch(/^_[a-z0-9]+$/);
  expect(files.flatMap((file) => Array.from({ length: 40 }, (_, at) => nameOf(`class-${at}`, `${file}?used`)))).toEqual(names);
  expect(() => nameOf('class-0', join(folder, 'c.module.css'))).toThrow('no CSS module');
});
