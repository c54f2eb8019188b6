import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../platform/client-network.ts';
import { Problem } from '../../platform/problem.ts';
import type { Rate, RateLimit } from '../../platform/rate-limit.ts';
import { rateShares } from '../../platform/rate-shares.ts';

/** By session, and by network: sessions cost nothing, and who has many of them must not have as much of each. */
export interface SharedLimit {
  /** @param network as `countedNetwork` tells it. Throws ERROR_TOO_MANY_REQUESTS. */
  take(sessionId: string, network: string | null): void;
}

function shared(name: string, session: Rate, network: Rate): SharedLimit {
  const bySession = rateShares.limit(`${name} of visitors`, session);
  const byNetwork = rateShares.limit(`${name} of networks`, network);
  return {
    take(sessionId, from) {
      // What a session is refused takes nothing from the others of its network.
      bySession.take(sessionId);
      if (from !== null) byNetwork.take(from);
    },
  };
}

/** How much visitors may do, so that one site's flood is nobody else's trouble. */
export interface VisitorLimits {
  /** New sessions, by network; offices and mobile networks share one. */
  sessions: RateLimit;
  messages: SharedLimit;
  /** What a visitor tells of themselves, and who the site says they are. */
  details: SharedLimit;
  /** Letters with what was said, each by session, by network and by whom it goes to. */
  transcripts: RateLimit;
  /** What arrived and was looked at, where they are, and that they type. */
  reports: SharedLimit;
  /** Look-ups of secrets and widgets, by network; whole mobile networks share one. */
  looks: RateLimit;
  /** Those in vain. */
  misses: RateLimit;
}

export function visitorLimits(): VisitorLimits {
  return {
    sessions: rateShares.limit('sessions of networks', { perSecond: 1, burst: 60 }),
    messages: shared('messages', { perSecond: 5, burst: 100 }, { perSecond: 50, burst: 1000 }),
    details: shared('details', { perSecond: 0.5, burst: 20 }, { perSecond: 5, burst: 300 }),
    transcripts: rateShares.limit('transcripts', { perSecond: 1 / 3600, burst: 3 }),
    reports: shared('reports', { perSecond: 20, burst: 200 }, { perSecond: 200, burst: 4000 }),
    looks: rateShares.limit('looks of networks', { perSecond: 100, burst: 3000 }),
    misses: rateShares.limit('misses of networks', { perSecond: 5, burst: 300 }),
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
