import * as z from 'zod/mini';

/** The one error shape of every layer (communications, section 8): `message` is a key of the catalogue. */
export const ErrorBody = z.object({
  message: z.string(),
  errors: z.array(z.object({ message: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The same on a websocket: with the status that the refusal has over REST. */
export const RefusedFrame = z.extend(ErrorBody, { status: z.int() });
export type RefusedFrame = z.infer<typeof RefusedFrame>;
