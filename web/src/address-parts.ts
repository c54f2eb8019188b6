/** The word of a closed list that stands in an address; undefined for anything else. */
export const oneOf = <const Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A whole number between two others that stands in an address; undefined for anything else. */
export const wholeNumber = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;

const SEARCH_LIMIT = 120;
/** Words that were searched for and stand in an address; undefined for none, and for more than are taken. */
export function searchWords(value: unknown): string | undefined {
  // A number that was searched for comes as one.
  const said = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return said.length >= 1 && said.length <= SEARCH_LIMIT ? said : undefined;
}
