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

/** The words that a search asks for, folded as names are; none where it says nothing but signs. */
export const searchedWords = (search: string): readonly string[] => [...new Set(foldedName(search).split(' ').filter(Boolean))];

/** Whether every word of a search begins a word of the name, in any order; of a search without words, always. */
export function isNamedSo(name: string, words: readonly string[]): boolean {
  const folded = foldedName(name);
  return words.every((word) => folded.includes(` ${word}`));
}
