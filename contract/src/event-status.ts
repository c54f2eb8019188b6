import type { DeliveryStatus, EventStatus } from './entities/event.ts';

const ON_THE_WAY: readonly DeliveryStatus[] = ['SAVED', 'PENDING', 'SENT'];

/** What this status says of whom the message went to: nothing as long as it is on its way. */
export const userStatusOf = (status: DeliveryStatus): DeliveryStatus | null => (ON_THE_WAY.includes(status) ? null : status);

/** Stands as the reason of what arrived where its channel did not reach the customer, and a short message by the same provider did. */
export const BY_SMS = 'BY_SMS';

/** The status of a message as the wire tells it (communications, section 3). `said` is when the message was said, `at` since when it is so. */
export const eventStatus = (
  { id, said }: { id: string; said: string },
  { status, reason, at }: { status: DeliveryStatus; reason: string | null; at: string },
): EventStatus => ({
  clientStatus: status,
  userStatus: userStatusOf(status),
  userStatusReason: reason,
  roomEventId: id,
  lastMessageTimestamp: said,
  at,
});
