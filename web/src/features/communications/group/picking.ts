import type { AccountUser } from '@parley/contract';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase();

/** The people in whose name or job title every word of a search begins a word, in the order in which they come. */
export function found<Person extends Pick<AccountUser, 'firstName' | 'lastName' | 'jobTitle'>>(
  people: readonly Person[],
  search: string,
): readonly Person[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter(({ firstName, lastName, jobTitle }) => {
    const parts = folded(`${firstName} ${lastName} ${jobTitle}`).split(/[\s-]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}
