import type { FailureReason } from '@parley/contract';
import type { Reading } from '../../rooms/index.ts';

/** What a provider's word for a state means here. Null: it says nothing that was not known. */
export type Meaning = Pick<Extract<Reading, { kind: 'STATUS' }>, 'status'> & { reason: FailureReason | null };

const failed = (reason: FailureReason): Meaning => ({ status: 'DELIVERY_FAILED', reason });
const rejected = (reason: FailureReason): Meaning => ({ status: 'REJECTED', reason });
const sent: Meaning = { status: 'SENT', reason: null };

/**
 * The states of SMPP receipts, which carriers over HTTP use too, by their short and their long names. An SMS is never seen. UNKNOWN is not
 * the end: the message stays sent.
 */
const STATES: Readonly<Record<string, Meaning>> = {
  ACCEPTD: sent,
  ACCEPTED: sent,
  ENROUTE: sent,
  PENDING: sent,
  SCHEDULED: sent,
  UNKNOWN: sent,
  DELIVRD: { status: 'DELIVERED', reason: null },
  DELIVERED: { status: 'DELIVERED', reason: null },
  EXPIRED: failed('EXPIRED'),
  DELETED: failed('DELETED'),
  UNDELIV: failed('UNDELIVERABLE'),
  UNDELIVERABLE: failed('UNDELIVERABLE'),
  SKIPPED: failed('DELETED'),
  REJECTD: rejected('REJECTED'),
  REJECTED: rejected('REJECTED'),
};

/** The field `message_state` of SMPP by its numbers. */
const STATE_NUMBERS: readonly (string | undefined)[] = [
  undefined,
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
];

/** Why, by the words of a carrier over HTTP; they come with refusals and with reports. */
const ERROR_CODES: Readonly<Record<string, FailureReason>> = {
  INVALID_NUMBER: 'NO_ROUTE',
  NO_ROUTE: 'NO_ROUTE',
  BAD_SENDER: 'BAD_SERVICE_ID',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  BLACKLISTED: 'BLACKLISTED',
  NOT_PERMITTED: 'NOT_PERMITTED',
  THROTTLED: 'THROTTLING',
  TOO_LONG: 'REJECTED',
};

/** @returns null for a word that is none of the documented ones */
export const meaningOfState = (state: string): Meaning | null => STATES[state.toUpperCase()] ?? null;

export const stateOfNumber = (number: number): string | undefined => STATE_NUMBERS[number];

/** @returns null where the code says no more than the state */
export const reasonOfCode = (code: string | null | undefined): FailureReason | null => ERROR_CODES[(code ?? '').toUpperCase()] ?? null;

/** A state with its error code: a failure is told by the nearer of both. */
export function meaningOf(state: string, code: string | null | undefined): Meaning | null {
  const meaning = meaningOfState(state);
  if (meaning === null || meaning.reason === null) return meaning;
  return { ...meaning, reason: reasonOfCode(code) ?? meaning.reason };
}
