import { type RateLimit, rateLimit } from '../../platform/rate-limit.ts';

/** How much visitors may do, so that one site's flood is nobody else's trouble. */
export interface VisitorLimits {
  /** New sessions, by network address; offices and mobile networks share one. */
  sessions: RateLimit;
  /** Messages, by session. */
  messages: RateLimit;
}

export function visitorLimits(): VisitorLimits {
  return { sessions: rateLimit({ perSecond: 1, burst: 60 }), messages: rateLimit({ perSecond: 5, burst: 100 }) };
}
