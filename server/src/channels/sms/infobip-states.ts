import type { FailureReason } from '@parley/contract';
import type { Meaning } from './outcomes.ts';

/** Groups of Infobip's states. */
const GROUPS: Readonly<Record<number, Meaning>> = {
  0: { status: 'SENT', reason: null },
  1: { status: 'SENT', reason: null },
  2: { status: 'DELIVERY_FAILED', reason: 'UNDELIVERABLE' },
  3: { status: 'DELIVERED', reason: null },
  4: { status: 'DELIVERY_FAILED', reason: 'EXPIRED' },
  5: { status: 'REJECTED', reason: 'REJECTED' },
};

/** Single states that say more than their group. */
const REJECTED_FOR: Readonly<Record<number, FailureReason>> = {
  6: 'NO_ROUTE',
  8: 'NO_ROUTE',
  10: 'BLACKLISTED',
  11: 'BAD_SERVICE_ID',
  12: 'INSUFFICIENT_FUNDS',
  13: 'BAD_SERVICE_ID',
  14: 'BLACKLISTED',
  17: 'INSUFFICIENT_FUNDS',
  18: 'NOT_PERMITTED',
  19: 'NO_ROUTE',
  20: 'THROTTLING',
  24: 'REJECTED',
  25: 'REJECTED',
  51: 'REJECTED',
  52: 'REJECTED',
};
/** Something broke on Infobip's side: the same message may be sent again. */
export const SYSTEM_ERROR = 21;
/** It has a message under this id already, and keeps that one. */
export const DUPLICATE_ID = 23;

/** What a state of Infobip's means here. @returns null for a group that it does not document */
export function meaningOfInfobip({ groupId, id }: { groupId: number; id?: number | undefined }): Meaning | null {
  if (id === SYSTEM_ERROR) return { status: 'ERROR', reason: 'DEFAULT' };
  if (id === DUPLICATE_ID) return { status: 'SENT', reason: null };
  const reason = id === undefined ? undefined : REJECTED_FOR[id];
  if (reason !== undefined && groupId === 5) return { status: 'REJECTED', reason };
  return GROUPS[groupId] ?? null;
}
