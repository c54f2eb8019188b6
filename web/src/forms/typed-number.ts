import * as z from 'zod/mini';

/** What a field for a number must hold, whose value is the text as it is typed. @param schema of the number */
export const typedNumber = (schema: z.ZodMiniType<number, number>) => z.pipe(z.pipe(z.string(), z.transform(Number)), schema);
