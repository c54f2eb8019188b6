import * as z from 'zod/mini';

/** What a field for a number must hold, whose value is the text as it is typed. @param schema of the number */
export const typedNumber = (schema: z.ZodMiniType<number, number>) => z.pipe(z.pipe(z.string(), z.transform(Number)), schema);

/** A number that may be left out, as it is typed, and back. */
export const asTyped = (value: number | null): string => (value === null ? '' : String(value));
export const numberOrNone = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/** What a field for such a number must hold: an empty one is null. */
export const typedNumberOrNone = (schema: z.ZodMiniType<number, number>) =>
  z.pipe(z.pipe(z.string(), z.transform(numberOrNone)), z.nullable(schema));
