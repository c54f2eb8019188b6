/**
 * Takes a value of the wire apart and gives what the widget knows of it, or throws. The contract's schemas say the same, but
 * their library weighs ten times what the visitor needs of it; `wire.test.ts` holds the two equal.
 */
export type Reader<T> = (value: unknown) => T;

const reader =
  <T>(fits: (value: unknown) => boolean): Reader<T> =>
  (value) => {
    if (fits(value)) return value as T;
    throw new TypeError();
  };

export const text = reader<string>((value) => typeof value === 'string');

export const flag = reader<boolean>((value) => typeof value === 'boolean');

export const count = reader<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);

const UUID = /^([\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}(-0{4}){3}-0{12}|f{8}(-f{4}){3}-f{12})$/i;

export const id: Reader<string> = (value) => reader<string>((one) => UUID.test(text(one)))(value).toLowerCase();

const INSTANT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

/** A moment that exists: no 30 February, which a browser would take for a day in March. */
export const instant = reader<string>((value) => {
  const said = text(value);
  return INSTANT.test(said) && new Date(said).toISOString().slice(0, 10) === said.slice(0, 10);
});

export const oneOf = <const T extends string>(...words: readonly T[]): Reader<T> => reader((value) => words.includes(value as T));

export const maybe =
  <T>(part: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : part(value);

export const list =
  <T>(part: Reader<T>): Reader<T[]> =>
  (value) =>
    reader<unknown[]>(Array.isArray)(value).map(part);

/** What is not among `parts` is left behind. */
export const record =
  <T extends object>(parts: { readonly [Key in keyof T]: Reader<T[Key]> }): Reader<T> =>
  (value) => {
    const said = reader<Partial<Record<keyof T, unknown>>>((one) => typeof one === 'object' && one !== null && !Array.isArray(one))(value);
    const read: Partial<T> = {};
    for (const key in parts) read[key] = parts[key](said[key]);
    return read as T;
  };
