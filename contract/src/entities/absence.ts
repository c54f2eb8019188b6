import * as z from 'zod/mini';

/** What an account says of those who are away. */
export const absenceRules = {
  /** Minutes that somebody may have no window open before what they hold goes back to its queue. */
  handBackAfterMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
};
export const AbsenceRules = z.object(absenceRules);
export type AbsenceRules = z.infer<typeof AbsenceRules>;
