import * as z from 'zod/mini';
import { ChannelHealth, ConnectionTestResult, QuarantinedDelivery } from '../entities/channel-health.ts';
import { askedNumber, Id, requiredText } from '../entities/primitives.ts';
import { route } from './access.ts';

const administer = ['channelHealth', 'administer'] as const;
const inAccount = z.object({ accountId: Id });
const ofEnd = z.object({ accountId: Id, channelApplicationId: Id });
const ofDelivery = z.object({ accountId: Id, channelApplicationId: Id, deliveryId: Id });

/** A message to try an end with. `to` as its provider writes addresses; telephone numbers in any way of writing them. */
export const TestMessage = z.object({
  to: requiredText(256),
  text: requiredText(160),
});
export type TestMessage = z.infer<typeof TestMessage>;

/** What became of a message that an end was tried with. */
export const TestMessageResult = z.object({
  outcome: z.enum(['ACCEPTED', 'REFUSED', 'UNKNOWN']),
  /** Of a refused one: a reason (failureReasons). */
  reason: z.nullable(z.string()),
  /** The provider's words, without secrets. */
  answer: z.nullable(z.string()),
});
export type TestMessageResult = z.infer<typeof TestMessageResult>;

export const QuarantineQuery = z.object({
  size: z._default(askedNumber(1, 100), 20),
  /** Goes on after the last of the page before: its id. */
  after: z.optional(Id),
  /** Of a mailbox PUT_ASIDE: mails that became nothing, each with why, instead of those that could not be worked on. */
  kept: z._default(z.enum(['QUARANTINED', 'PUT_ASIDE']), 'QUARANTINED'),
});

/**
 * How it stands with the ends of an account's channels, for its admins, and for super admins who name it. Each throws ACCOUNT_NOT_FOUND, and
 * CHANNEL_NOT_FOUND for an end that is not the account's.
 */
export const channelHealth = {
  list: route(administer, 'GET', '/accounts/{accountId}/channel-health', 'How it stands with the channels of an account')
    .input(z.object({ params: inAccount }))
    .output(z.object({ content: z.array(ChannelHealth) })),
  one: route(administer, 'GET', '/accounts/{accountId}/channel-health/{channelApplicationId}', 'How it stands with one end of a channel')
    .input(z.object({ params: ofEnd }))
    .output(ChannelHealth),
  /** Throws CHANNEL_NOT_CONNECTED where no provider stands behind it, and ERROR_TOO_MANY_REQUESTS. */
  test: route(
    administer,
    'POST',
    '/accounts/{accountId}/channel-health/{channelApplicationId}/test',
    'Ask the provider whether it knows us; what comes of it is kept',
  )
    .input(z.object({ params: ofEnd }))
    .output(ConnectionTestResult),
  /** It costs what a message costs. Throws CHANNEL_NOT_CONNECTED, also of an end that is switched off, PHONE_NUMBER_NOT_VALID and ERROR_TOO_MANY_REQUESTS. */
  sendTest: route(
    administer,
    'POST',
    '/accounts/{accountId}/channel-health/{channelApplicationId}/test-messages',
    'Send a message to try a channel with; it is in nobody’s room',
  )
    .input(z.object({ params: ofEnd, body: TestMessage }))
    .output(TestMessageResult),
  /** Newest first. */
  quarantine: route(
    administer,
    'GET',
    '/accounts/{accountId}/channel-health/{channelApplicationId}/quarantine',
    'What came in and could not be worked on',
  )
    .input(z.object({ params: ofEnd, query: QuarantineQuery }))
    .output(z.object({ content: z.array(QuarantinedDelivery), last: z.boolean() })),
  /** Throws DELIVERY_NOT_FOUND. */
  original: route(
    administer,
    'GET',
    '/accounts/{accountId}/channel-health/{channelApplicationId}/quarantine/{deliveryId}',
    'One of these, as it came',
  )
    .input(z.object({ params: ofDelivery }))
    .output(QuarantinedDelivery),
  /** What could not even be cut is cut first; where that fails again, it stays and is the answer. Throws DELIVERY_NOT_FOUND. */
  runAgain: route(
    administer,
    'POST',
    '/accounts/{accountId}/channel-health/{channelApplicationId}/quarantine/{deliveryId}/run',
    'Work on one of these once more',
  )
    .input(z.object({ params: ofDelivery }))
    .output(z.object({ released: z.boolean(), error: z.nullable(z.string()) })),
};
