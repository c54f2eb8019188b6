import { type AgentReceives, LookingTimings } from '@parley/contract';

/** A window in which a colleague looks at the room that is open here. */
export interface Looker {
  readonly userId: string;
  readonly windowId: string;
  readonly goneAt: number;
}

type Heard = Extract<AgentReceives, { type: 'Looking' }>['payload'];

/** A window that says that it looks does so until 6 s after it said so last; in the order in which they came. */
export function heardLooking(lookers: readonly Looker[], { userId, windowId, isLooking }: Heard, now: number): readonly Looker[] {
  const here = { userId, windowId, goneAt: now + LookingTimings.goneAfter };
  const isKnown = lookers.some((one) => one.windowId === windowId);
  if (!isLooking) return isKnown ? lookers.filter((one) => one.windowId !== windowId) : lookers;
  return isKnown ? lookers.map((one) => (one.windowId === windowId ? here : one)) : [...lookers, here];
}

/** Those of whom was heard of late; the same list when nobody has gone. */
export function stillLooking(lookers: readonly Looker[], now: number): readonly Looker[] {
  const here = lookers.filter(({ goneAt }) => goneAt > now);
  return here.length === lookers.length ? lookers : here;
}

/** The people before these windows, once each. */
export const peopleOf = (lookers: readonly Looker[]): readonly string[] => [...new Set(lookers.map(({ userId }) => userId))];
