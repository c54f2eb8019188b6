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

/** Lists beyond one's own work, which come by pages. */
export const ListBeyondWork = z.enum(['all', 'resolved']);
export type ListBeyondWork = z.infer<typeof ListBeyondWork>;
