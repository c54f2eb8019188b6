import * as z from 'zod/mini';
import { Count } from './primitives.ts';

/**
 * Of what is to go to a customer: the place (`seq`) of the highest event of the room that its writer has seen. Where a colleague has answered above it,
 * nothing is stored and the answer is COLLEAGUE_ANSWERED, with the colleague's `name` and the place of that answer (`seq`), under which it goes all the
 * same. Not said, nothing is asked; nor of notes and among colleagues, whatever is said.
 */
export const seenByWriter = { seenSeq: z.optional(Count) };
