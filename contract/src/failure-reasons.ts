/**
 * Why a message was not delivered, as far as it is told by reasons of the product's own (communications, section 4; administration, section 8,
 * Delivery). Each adapter says the nearest one; whatever else a provider says is shown as DEFAULT. The text of each is
 * COMMUNICATIONS_MESSAGE_FAILED_REASON_ with the reason behind it.
 */
export const failureReasons = [
  // Viber's fourteen.
  'NOT_VIBER_USER',
  'NO_SUITABLE_DEVICE',
  'NOT_PERMITTED',
  'BAD_SERVICE_ID',
  'EXPIRED',
  'REJECTED',
  'NO_ROUTE',
  'DELETED',
  'UNDELIVERABLE',
  'USER_BLOCKED',
  'BLACKLISTED',
  'INSUFFICIENT_FUNDS',
  'THROTTLING',
  'NOT_SUBSCRIBED',
  // Ours: the channel allows answers for so many hours alone.
  'OUTSIDE_WINDOW',
  // Ours: the provider wanted it later each time.
  'TRIED_TOO_OFTEN',
  'DEFAULT',
] as const;
export type FailureReason = (typeof failureReasons)[number];
