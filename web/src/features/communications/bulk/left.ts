import { ApiProblem, problemText } from '../../../api/api-problem.ts';
import { text } from '../../../text.ts';
import type { Report } from './offer.ts';

/** One to which something was not done, and what spoke against it. */
export interface Left {
  name: string;
  problem: unknown;
}

/** The customer wrote while it could still be undone: what they wrote is not buried with the conversation. */
export const CUSTOMER_WROTE = Symbol('the customer wrote');

/** Words of composers speak of a text that is kept; here there is none. */
const whyOf = (problem: unknown): string =>
  problem === CUSTOMER_WROTE
    ? text('BULK_CUSTOMER_WROTE')
    : problem instanceof ApiProblem && problem.key === 'CONVERSATION_RESOLVED'
      ? text('BULK_RESOLVED_MEANWHILE')
      : problemText(problem);

/** Those that were left, together where the same speaks against them. */
export const linesOf = (left: readonly Left[]): Report['lines'] =>
  [...Map.groupBy(left, ({ problem }) => whyOf(problem))].map(([why, those]) => ({ why, names: those.map(({ name }) => name) }));
