/** The word of a closed list that stands in an address; undefined for anything else. */
export const oneOf = <const Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A whole number between two others that stands in an address; undefined for anything else. */
export const wholeNumber = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
