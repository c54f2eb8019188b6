import type { ConnectionProblem, FailureReason } from '@parley/contract';
import { z } from 'zod';
import type { Outcome } from '../../rooms/index.ts';
import { type Answered, outcomeOfStatus } from '../providers/index.ts';
import { messageTokenIn } from './message-token.ts';

const Answer = z.object({ status: z.number(), status_message: z.string().optional() });

/** What Viber's statuses mean (REST bot API, error codes). Each other one is a fault of its own that may pass. */
const REFUSALS: Readonly<Record<number, FailureReason>> = {
  3: 'REJECTED',
  4: 'REJECTED',
  14: 'REJECTED',
  5: 'NOT_VIBER_USER',
  6: 'NOT_SUBSCRIBED',
  7: 'BLACKLISTED',
  9: 'BLACKLISTED',
  11: 'NO_SUITABLE_DEVICE',
  13: 'NO_SUITABLE_DEVICE',
  16: 'NOT_PERMITTED',
  17: 'NOT_PERMITTED',
  18: 'NOT_PERMITTED',
  19: 'NOT_PERMITTED',
  20: 'NOT_PERMITTED',
  21: 'NOT_PERMITTED',
  22: 'NOT_PERMITTED',
  23: 'INSUFFICIENT_FUNDS',
};
/** What it says of the bot and of how it is set up, not of the message: its token, itself, the address at which Viber calls. */
const OWN_FAULTS: Readonly<Record<number, ConnectionProblem>> = {
  1: 'MISCONFIGURED',
  10: 'MISCONFIGURED',
  2: 'REFUSED',
  8: 'REFUSED',
  15: 'REFUSED',
};
const OK = 0;
const TOO_MANY_REQUESTS = 12;

/** What became of a send. Throws where it was taken and its id is not told: what became of it is not known then. */
export function outcomeOf(answered: Answered): Outcome {
  const early = outcomeOfStatus(answered);
  if (early) return early;
  const { text: answer } = answered;
  const { status } = statusOf(answered);
  if (status === OK) {
    const providerMessageId = messageTokenIn(answer);
    if (providerMessageId === null) throw new Error('Viber has taken a message and does not name it');
    return { outcome: 'ACCEPTED', providerMessageId, answer };
  }
  if (status === TOO_MANY_REQUESTS) return { outcome: 'REFUSED', reason: 'THROTTLING', final: false, answer };
  const problem = OWN_FAULTS[status];
  if (problem !== undefined) return { outcome: 'UNAVAILABLE', problem, answer };
  const reason = REFUSALS[status];
  if (reason === undefined) return { outcome: 'REFUSED', reason: 'DEFAULT', final: false, answer };
  return { outcome: 'REFUSED', reason, final: true, answer };
}

/** The status that Viber answers with; the HTTP status says nothing of it. Throws where it is no answer of Viber's. */
export function statusOf({ text }: Answered): { status: number; words: string } {
  const { status, status_message: words = '' } = Answer.parse(JSON.parse(text));
  return { status, words };
}

/** Its credentials are not taken. */
export const isBadToken = (status: number): boolean => OWN_FAULTS[status] === 'REFUSED';
