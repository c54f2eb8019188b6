import * as z from 'zod/mini';
import { Count, Instant } from './primitives.ts';

/**
 * Notes that were written without a public event between them: those numbered above `after` up to `upTo`, by whom, each name once in the order in
 * which they began, and when the last was written. It never becomes another: a note that follows is told by itself, or with them by a later reading.
 */
export const NotesBetween = z.object({ after: Count, upTo: Count, names: z.array(z.string()), lastAt: Instant });
export type NotesBetween = z.infer<typeof NotesBetween>;
