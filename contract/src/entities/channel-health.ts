import * as z from 'zod/mini';
import { ChannelType } from './channel.ts';
import { Id, Instant } from './primitives.ts';

/**
 * The line of one of our ends to its provider. GOES: messages go out. OPEN: the provider failed time and again, and is not asked until `retryAt`.
 * TRYING: one message is being tried, or the next one will be.
 */
export const LineState = z.enum(['GOES', 'OPEN', 'TRYING']);
export type LineState = z.infer<typeof LineState>;

/** REFUSED: the provider does not take our credentials. UNREACHABLE: no answer. MISCONFIGURED: it answers, and something is not set there as it should be. */
export const ConnectionProblem = z.enum(['REFUSED', 'UNREACHABLE', 'MISCONFIGURED']);
export type ConnectionProblem = z.infer<typeof ConnectionProblem>;

/** What came of asking the provider whether it knows us; `answer` in its words, without secrets. */
export const ConnectionTestResult = z.object({ at: Instant, problem: z.nullable(ConnectionProblem), answer: z.nullable(z.string()) });
export type ConnectionTestResult = z.infer<typeof ConnectionTestResult>;

/** What waits in an account is counted up to so many, the longest waiting first: behind them it may be more. */
export const CHANNEL_QUEUE_COUNTED = 1000;

/** How it stands with one of an account's ends of channels. */
export const ChannelHealth = z.object({
  id: Id,
  type: ChannelType,
  name: z.string(),
  /** What it is called at the provider; empty where there is no such thing. */
  sender: z.string(),
  active: z.boolean(),
  communicationType: z.enum(['TWO_WAY', 'ONE_WAY']),
  /** Through which carrier's service it speaks, where it does. */
  service: z.nullable(z.object({ carrier: z.string(), title: z.string() })),
  /** Messages go by a provider, which can be asked and sent to. Live chat needs none. */
  hasProvider: z.boolean(),
  lastInboundAt: z.nullable(Instant),
  lastOutboundAt: z.nullable(Instant),
  /** Messages that wait to go out, and since when the oldest does. */
  waitingOut: z.int(),
  waitingSince: z.nullable(Instant),
  /** What came in and is still to be worked on, and what could not be. */
  waitingIn: z.int(),
  quarantined: z.int(),
  /** Of a mailbox: mails that became nothing, each with why. */
  putAside: z.int(),
  line: z.object({ state: LineState, failures: z.int(), openedAt: z.nullable(Instant), retryAt: z.nullable(Instant) }),
  /**
   * What went wrong last with sending: a reason (failureReasons) where it was one message or the pace, what is wrong with the line where it was that,
   * and the provider's words.
   */
  lastError: z.nullable(
    z.object({ at: Instant, reason: z.nullable(z.string()), problem: z.nullable(ConnectionProblem), answer: z.nullable(z.string()) }),
  ),
  test: z.nullable(ConnectionTestResult),
  /** The SMS sender that should stand in for it and is no active one of the account; null where none should, or it is. */
  fallbackLacks: z.nullable(z.string()),
  /**
   * Of a mailbox from which mail is fetched: when it was last looked through, and, while it cannot be, why, since when, and when it is tried again.
   * `stopped`: nobody should count on mail from there.
   */
  fetching: z.nullable(
    z.object({
      fetchedAt: z.nullable(Instant),
      problem: z.nullable(ConnectionProblem),
      answer: z.nullable(z.string()),
      since: z.nullable(Instant),
      retryAt: z.nullable(Instant),
      stopped: z.boolean(),
    }),
  ),
  /** Until when the provider takes our token, where it told. */
  tokenExpiresAt: z.nullable(Instant),
  /** Calls at this end's address that did not prove to be its provider's: how many there were, and the last; null where there was none. */
  refusedCalls: z.nullable(z.object({ count: z.int(), lastAt: Instant })),
});
export type ChannelHealth = z.infer<typeof ChannelHealth>;

/**
 * Why something could not be worked on. NOT_JSON: it cannot be read at all; FIELD: a field of it is not what the provider documents;
 * NOT_DOCUMENTED: it names a state that nobody documents; NO_SENDER: nobody can have sent it; OTHER: something else. Of mails that were put aside:
 * OWN_ADDRESS: a mailbox of the account wrote it; OWN_COPY: it is one of ours that came back; REPORT_OF_NOTHING: it reports of a mail that is none of ours;
 * DISPLAY_NOTICE: it says that a mail was displayed.
 */
export const QuarantineReason = z.enum([
  'NOT_JSON',
  'FIELD',
  'NOT_DOCUMENTED',
  'NO_SENDER',
  'OWN_ADDRESS',
  'OWN_COPY',
  'REPORT_OF_NOTHING',
  'DISPLAY_NOTICE',
  'OTHER',
]);
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/** Something that a provider brought and that could not be worked on. */
export const QuarantinedDelivery = z.object({
  id: Id,
  receivedAt: Instant,
  /** Whose it is, as far as that could be told; else empty. */
  address: z.string(),
  /** What went wrong; `field` by its name, points between its parts, where one is known. */
  why: z.object({ kind: QuarantineReason, field: z.nullable(z.string()) }),
  /** The same in the words of the program. */
  error: z.string(),
  /** How it came, a call with its method, address, type and body: its beginning in lists. */
  original: z.string(),
  isWhole: z.boolean(),
});
export type QuarantinedDelivery = z.infer<typeof QuarantinedDelivery>;
