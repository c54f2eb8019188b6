import { expect, it } from 'vitest';
import { matching, rankOf } from './matching.ts';

it('puts names that begin with what was typed before words that do, and those before the rest', () => {
  const names = ['A remarkable day', 'Old Maria', 'Maria Petrova'].map((name) => ({ name }));
  expect(matching(names, 'mar', 9).map(({ name }) => name)).toEqual(['Maria Petrova', 'Old Maria', 'A remarkable day']);
  expect(matching(names, 'mar', 1)).toHaveLength(1);
});

it('asks for every word, in any order, case and accent', () => {
  expect(rankOf('Elena Todorova', 'TOD ele')).not.toBeNull();
  expect(rankOf('Élena', 'elena')).toBe(0);
  expect(rankOf('Йордан Илиев', 'йордан')).toBe(0);
  expect(rankOf('Elena', 'elena x')).toBeNull();
  expect(rankOf('Elena', '')).toBe(0);
});
