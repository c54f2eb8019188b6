import type { AssignmentReason, QueueStrategy, RoomEvent } from '@parley/contract';
import type { TextKey } from '../../../text.ts';

const chosenBy = {
  DEFAULT: 'COMMUNICATIONS_WHY_DEFAULT',
  SKILL: 'COMMUNICATIONS_WHY_SKILL',
  RANDOM: 'COMMUNICATIONS_WHY_RANDOM',
  MOST_ACTIVE: 'COMMUNICATIONS_WHY_MOST_ACTIVE',
  LEAST_ACTIVE: 'COMMUNICATIONS_WHY_LEAST_ACTIVE',
} as const satisfies Record<QueueStrategy, TextKey>;

const cameBecause = { WAITED: 'COMMUNICATIONS_WHY_OVERFLOW_WAITED', CLOSED: 'COMMUNICATIONS_WHY_OVERFLOW_CLOSED' } as const;

/** The sentence that says why; `by` in it is who did it, `from` the queue that it overflowed from. */
export function whyKey({ origin }: Pick<RoomEvent, 'origin'>, assignment: AssignmentReason | undefined): TextKey {
  if (assignment?.chosen != null) {
    if (assignment.chosen.hadBefore) return 'COMMUNICATIONS_WHY_HAD_BEFORE';
    return assignment.chosen.candidates === 1 ? 'COMMUNICATIONS_WHY_ONLY_ONE' : chosenBy[assignment.strategy];
  }
  if (assignment?.cameFrom !== undefined) return cameBecause[assignment.cameFrom.because];
  if (assignment !== undefined) return 'COMMUNICATIONS_WHY_WAITS';
  // What was stored before reasons were kept has none.
  return origin.name === null ? 'COMMUNICATIONS_WHY_NOT_KEPT' : 'COMMUNICATIONS_WHY_BY_PERSON';
}
