import { expect, test } from 'vitest';
import { foldedName, isNamedSo, searchedWords } from './folded-name.ts';

const isFound = (search: string, name: string) => isNamedSo(name, searchedWords(search));

test.each([
  ['maria', 'Anna-Maria Petrova'],
  ['vip', 'Petar (VIP)'],
  ['елка', 'Ёлка Димитрова'],
  ['ёлка', 'Елка Димитрова'],
  ['йордан', 'Йордан'],
  ["o'brien", 'Siobhán O’Brien'],
  ['brien', "O'Brien"],
  ['izmir', 'İzmir'],
  ['İZMİR', 'izmir'],
  ['ISIL', 'Işıl'],
  ['strasse', 'STRAẞE'],
  ['lodz', 'Łódź'],
  ['soren', 'Søren'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδοσ', 'ΟΔΟΣ'],
  ['dimitrova anna', 'Anna-Maria Dimitrova'],
  ['24', 'Shop #24'],
  ['ﬁ', 'Fiona'],
  ['हिन्दी', 'हिन्दी'],
  ['🎉', 'Maria 🎉'],
  ['👩', '👩\u200d💻'],
  ['❤️', '❤'],
  ['%%', 'Fifty %%'],
  ['\u0301', 'e\u0301'],
  ['obrien', 'Siobhán O’Brien'],
  ["d'artagnan", 'D’Artagnan'],
  ['\u200d', 'Maria'],
])('“%s” finds “%s”', (search, name) => expect(isFound(search, name)).toBe(true));

test.each([
  ['aria', 'Anna-Maria'],
  ['rien', "O'Brien"],
  ['4', 'Shop #24'],
  ['न्दी', 'हिन्दी'],
  ['maria p', 'Maria Dimitrova'],
  ['🎉', 'Maria'],
  ['%%', 'Fifty %'],
  ['\u0301', 'Maria'],
  ['obrien', 'O Brien'],
])('“%s” does not find “%s”', (search, name) => expect(isFound(search, name)).toBe(false));

test('each word stands behind one space, and a search without words asks for its signs, or for nothing', () => {
  expect(foldedName('Anna-Maria  (VIP)')).toBe(' anna maria vip ');
  expect([searchedWords(' - '), searchedWords('Ana ana'), searchedWords('\u202e \u200d')]).toEqual([['-'], ['ana'], []]);
});
