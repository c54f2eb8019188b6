import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../platform/client-network.ts';
import { Problem } from '../../platform/problem.ts';
import { type RateLimit, rateLimit } from '../../platform/rate-limit.ts';

/** How much visitors may do, so that one site's flood is nobody else's trouble. */
export interface VisitorLimits {
  /** New sessions, by network; offices and mobile networks share one. */
  sessions: RateLimit;
  /** Messages, by session. */
  messages: RateLimit;
  /** What a visitor tells of themselves, and who the site says they are, by session. */
  details: RateLimit;
  /** Letters with what was said, each by session, by network and by whom it goes to. */
  transcripts: RateLimit;
  /** What arrived and was looked at, by session. */
  reports: RateLimit;
  /** Look-ups of secrets and widgets, by network; whole mobile networks share one. */
  looks: RateLimit;
  /** Those in vain. */
  misses: RateLimit;
}

export function visitorLimits(): VisitorLimits {
  return {
    sessions: rateLimit({ perSecond: 1, burst: 60 }),
    messages: rateLimit({ perSecond: 5, burst: 100 }),
    details: rateLimit({ perSecond: 0.5, burst: 20 }),
    transcripts: rateLimit({ perSecond: 1 / 3600, burst: 3 }),
    reports: rateLimit({ perSecond: 20, burst: 200 }),
    looks: rateLimit({ perSecond: 100, burst: 3000 }),
    misses: rateLimit({ perSecond: 5, burst: 300 }),
  };
}

/**
 * Looks up who or what a request names, before anybody is known. A network that asks for very much, or has named so much that does
 * not exist that it must be guessing, is refused before the database is asked.
 *
 * @returns what `look` resolves to; throws what it throws, or ERROR_TOO_MANY_REQUESTS
 */
export async function lookUp<Found>({ looks, misses }: VisitorLimits, { ip }: FastifyRequest, look: () => Promise<Found>): Promise<Found> {
  const network = clientNetwork(ip);
  misses.check(network);
  looks.take(network);
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.status < 500) misses.take(network);
    throw error;
  }
}
