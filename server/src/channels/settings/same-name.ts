/** What nobody sees between the letters of a name. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as people tell it from others: whatever its letters' case, form and width, and the spaces between them. */
const seen = (name: string): string => name.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** The first of those that is called so by whoever reads the names; undefined where none is. */
export function bearerOf<T>(name: string, rows: readonly T[], nameOf: (row: T) => string): T | undefined {
  const asked = seen(name);
  return rows.find((row) => seen(nameOf(row)) === asked);
}
