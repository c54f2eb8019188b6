import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matching, partsOf, rankOf, together } from './matching.ts';

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

it('marks in a name what answers, whatever its case and accents, and leaves every letter as it was written', () => {
  expect(partsOf('Élena Todorova', 'tod ELE')).toEqual([
    { text: 'Éle', isMatch: true },
    { text: 'na ', isMatch: false },
    { text: 'Tod', isMatch: true },
    { text: 'orova', isMatch: false },
  ]);
  expect(partsOf('Йордан', 'йор')).toEqual([
    { text: 'Йор', isMatch: true },
    { text: 'дан', isMatch: false },
  ]);
  expect(partsOf('Elena', '')).toEqual([{ text: 'Elena', isMatch: false }]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, typed) => {
      expect(
        partsOf(name, typed)
          .map(({ text }) => text)
          .join(''),
      ).toBe(name);
    }),
  );
});

it('makes one group of sources with the same name, each thing in it once, with the chosen group first', () => {
  const sources = [
    { group: 'people', entries: [{ id: 'dora', from: 'directory' }] },
    { group: 'rooms', entries: [{ id: 'a', from: 'page' }] },
    {
      group: 'rooms',
      entries: [
        { id: 'a', from: 'server' },
        { id: 'b', from: 'server' },
      ],
    },
  ];
  expect(together(sources, 'rooms')).toEqual([
    {
      group: 'rooms',
      entries: [
        { id: 'a', from: 'page' },
        { id: 'b', from: 'server' },
      ],
    },
    { group: 'people', entries: [{ id: 'dora', from: 'directory' }] },
  ]);
});

it('folds names as the server finds them: letters without accents of any script, apostrophes, and words behind any sign', () => {
  expect(rankOf('Łukasz Groß', 'lukasz gross')).toBe(1);
  expect(rankOf('Sean O’Brien', 'obrien')).toBe(1);
  expect(rankOf('(VIP) Anna-Maria', 'maria vip')).toBe(1);
  expect(rankOf('R&D', '&')).not.toBeNull();
  expect(rankOf('Sales', '&')).toBeNull();
  expect(partsOf('Sean O’Brien', 'obr').filter(({ isMatch }) => isMatch)).toEqual([
    { text: 'O', isMatch: true },
    { text: 'Br', isMatch: true },
  ]);
  expect(partsOf('Groß', 'oss')).toEqual([
    { text: 'Gr', isMatch: false },
    { text: 'oß', isMatch: true },
  ]);
});
