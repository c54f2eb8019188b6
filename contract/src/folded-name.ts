/** Letters that bear no mark and are written without what makes them special all the same, some of them as two; and the sigma that ends a word. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  ς: 'σ',
};

/**
 * A name as it is searched: its words in small letters without accents, each behind a space. A word begins behind whatever is no letter and no digit,
 * so that Maria is found in “Anna-Maria” and VIP in “(VIP)”. The function `folded_name` of the database says the same of every name.
 */
export function foldedName(name: string): string {
  const plain = name
    .normalize('NFKD')
    // Marks that stand on letters of any script; vowel signs that are letters of their own script stay.
    .replace(/\p{Script=Inherited}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœþøđðħıłŧς]/g, (letter) => PLAIN[letter] ?? letter);
  return ` ${plain.replace(/[\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}]+/gu, ' ')}`;
}

/** The same with each word that bears an apostrophe once more, without it: O’Brien is found by “obrien” as well. The database’s `searched_name`. */
export function searchedName(name: string): string {
  const joined = name.replace(/['’‘ʼ]/g, '');
  return joined === name ? foldedName(name) : foldedName(name) + foldedName(joined);
}

/**
 * The words that a search asks for, folded as names are. One that holds no letter and no digit asks for its signs as they stand; one that shows
 * nothing (`hasVisible`), for nothing.
 */
export function searchedWords(search: string): readonly string[] {
  const words = foldedName(search).split(' ').filter(Boolean);
  return [...new Set(words.length > 0 ? words : search.split(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]+/u).filter(Boolean))];
}

/** Whether what a search asks for is a sign, and no word. */
export const isSign = (word: string): boolean => foldedName(word).trim() === '';

/** Whether every word of a search begins a word of the name, in any order, or the name holds its signs; of a search that asks for nothing, always. */
export function isNamedSo(name: string, words: readonly string[]): boolean {
  const searched = searchedName(name);
  return words.every((word) => (isSign(word) ? name.includes(word) : searched.includes(` ${word}`)));
}
