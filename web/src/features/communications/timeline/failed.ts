import { failures, type RoomEvent } from '@parley/contract';

/** Did the channel give it up (communications, section 4, failed set)? */
export const isFailed = ({ eventData }: RoomEvent): boolean =>
  eventData.status !== null && failures.includes(eventData.status.clientStatus);

/** Did the channel give no answer, so that nobody knows whether it arrived? It is never sent again by itself. */
export const isOutcomeUnknown = ({ eventData }: RoomEvent): boolean =>
  eventData.status?.clientStatus === 'PENDING' && eventData.status.userStatusReason === 'OUTCOME_UNKNOWN';
