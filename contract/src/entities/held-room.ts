import * as z from 'zod/mini';
import { Count, Id } from './primitives.ts';

/** What one client holds of one room, and of its own membership there. */
export const HeldRoom = z.object({
  id: Id,
  epoch: Count,
  change: Count,
  seenPublicNo: Count,
  seenPrivateNo: Count,
  starred: z.boolean(),
  followed: z.boolean(),
});
export type HeldRoom = z.infer<typeof HeldRoom>;

/** The same in short, as `heldWords` writes it: id, epoch, change, what was seen of either kind, and marks (1 starred, 2 followed). */
export const HeldWords = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?::\d{1,15}){4}:[0-3]$/));

/** Lists beyond one's own work, which come by pages. */
export const ListBeyondWork = z.enum(['all', 'resolved']);
export type ListBeyondWork = z.infer<typeof ListBeyondWork>;
