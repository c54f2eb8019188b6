import { type AccountUser, isNamedSo, searchedWords } from '@parley/contract';

/** The people in whose name or job title every word of a search begins a word, in the order in which they come. */
export function found<Person extends Pick<AccountUser, 'firstName' | 'lastName' | 'jobTitle'>>(
  people: readonly Person[],
  search: string,
): readonly Person[] {
  const words = searchedWords(search);
  if (words.length === 0) return people;
  return people.filter(({ firstName, lastName, jobTitle }) => isNamedSo(`${firstName} ${lastName} ${jobTitle}`, words));
}
