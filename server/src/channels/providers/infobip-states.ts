import type { FailureReason } from '@parley/contract';

/** Groups of Infobip's states, the same for all that it carries. */
export const INFOBIP_GROUP = { ACCEPTED: 0, PENDING: 1, UNDELIVERABLE: 2, DELIVERED: 3, EXPIRED: 4, REJECTED: 5 } as const;

/** Single states that say more than their group REJECTED, which each other of it is. */
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
  21: 'DEFAULT',
};

/** Why, of group REJECTED. Null where the state says no more than its group. */
export const rejectedByInfobip = (id: number): FailureReason | null => REJECTED_FOR[id] ?? null;

/** Too many messages at once. */
export const INFOBIP_FLOODING = 20;
/** Something broke on Infobip's side: the same message may be sent again. */
export const INFOBIP_SYSTEM_ERROR = 21;
/** It has a message under this id already, and keeps that one. */
export const INFOBIP_DUPLICATE_ID = 23;
