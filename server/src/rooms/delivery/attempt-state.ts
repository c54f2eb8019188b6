import { BY_SMS, type DeliveryStatus, type FailureReason } from '@parley/contract';
import type { ProviderStatus, SaidStatus } from '../channel-port.ts';

/** PENDING and SENDING are open: SENDING may have reached the provider. UNKNOWN: nobody can tell whether it did. */
export type AttemptState = 'PENDING' | 'SENDING' | 'UNKNOWN' | ProviderStatus;

export interface Delivery {
  status: DeliveryStatus;
  reason: string | null;
}

/** Shown with PENDING when an attempt ended without an answer; a key of the text catalogue ends with it. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';

/** Forward only (domain, invariant 6): what arrived or was seen replaces a failure, nothing replaces it. */
const RANK: Readonly<Record<AttemptState, number>> = {
  PENDING: 0,
  SENDING: 0,
  UNKNOWN: 0,
  SENT: 1,
  ERROR: 2,
  REJECTED: 2,
  DELIVERY_FAILED: 2,
  DELIVERED: 3,
  SEEN: 4,
};

/** What a provider says by another word is told as ours (communications, section 4: SUCCESS). */
export const asStatus = (said: SaidStatus): ProviderStatus => (said === 'SUCCESS' ? 'SENT' : said);

/** Does a report move an attempt on? Repeated and late ones do not; of two failures the first stands. */
export function movesOn(state: AttemptState, report: ProviderStatus): boolean {
  return RANK[report] > RANK[state];
}

/**
 * What an event shows of its attempts, in the order of their making: what arrived counts, by whichever try; otherwise the
 * newest try counts, so that a retry by click shows as pending again. One that goes on for some while others have the message (`partly`) shows as sent. Null
 * without attempts.
 */
export function deliveryOf(attempts: ReadonlyArray<{ state: AttemptState; reason: string | null; partly?: boolean }>): Delivery | null {
  const newest = attempts.at(-1);
  if (!newest) return null;
  for (const arrived of ['SEEN', 'DELIVERED'] as const) {
    const one = attempts.find(({ state }) => state === arrived);
    if (one) return { status: arrived, reason: one.reason === BY_SMS ? BY_SMS : null };
  }
  if (newest.state === 'UNKNOWN') return { status: 'PENDING', reason: OUTCOME_UNKNOWN };
  if (newest.state === 'PENDING' || newest.state === 'SENDING') return { status: newest.partly ? 'SENT' : 'PENDING', reason: null };
  return { status: newest.state, reason: newest.reason };
}

/** What became of one part of a message, or of the whole. */
export interface PartState {
  state: ProviderStatus;
  reason: string | null;
}

/** The less can be done about it, the worse. */
const WORST_FIRST: readonly string[] = [
  'BLACKLISTED',
  'USER_BLOCKED',
  'NOT_SUBSCRIBED',
  'NOT_PERMITTED',
  'BAD_SERVICE_ID',
  'INSUFFICIENT_FUNDS',
  'NO_ROUTE',
  'REJECTED',
  'DELETED',
  'UNDELIVERABLE',
  'EXPIRED',
  'THROTTLING',
] satisfies FailureReason[];
const badness = ({ reason }: PartState): number => {
  const place = WORST_FIRST.indexOf(reason ?? '');
  return place < 0 ? 0 : WORST_FIRST.length - place;
};
const isFailed = ({ state }: { state: AttemptState }): boolean => RANK[state] === RANK.REJECTED;

/**
 * What a message is of whose parts the provider reports one by one: failed when any is, for the worst reason, delivered when all are,
 * seen when all are; sent otherwise. Throws for none.
 */
export function wholeOf(parts: readonly PartState[]): PartState {
  const [first, ...others] = parts;
  if (!first) throw new Error('a message has at least one part');
  const failed = parts.filter(isFailed).toSorted((a, b) => badness(b) - badness(a));
  if (failed[0]) return failed[0];
  return others.reduce((least, one) => (RANK[one.state] < RANK[least.state] ? one : least), first);
}

/** Does what the parts have come to move the whole on? A failure also gives way to a worse one; it stands until everything arrived. */
export function wholeMovesOn(from: { state: AttemptState; reason: string | null }, whole: PartState): boolean {
  if (isFailed(from) && isFailed(whole)) return badness(whole) > badness({ ...whole, reason: from.reason });
  return movesOn(from.state, whole.state);
}
