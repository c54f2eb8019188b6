import * as z from 'zod/mini';
import { Count, Id, Instant } from './primitives.ts';
import { AccountUser, ChatStatus } from './user.ts';

/** Somebody of the account as who watches the work sees them: who they are, and whose queues they answer. */
export const MonitoredUser = z.extend(AccountUser, { queueIds: z.array(Id) });
export type MonitoredUser = z.infer<typeof MonitoredUser>;

/** How somebody works at this moment. */
export const MonitoredState = z.object({
  userId: Id,
  /** As they chose it; who never chose is offline. */
  chatStatus: ChatStatus,
  /** Since when; null where they never chose. */
  since: z.nullable(Instant),
  /** Has the application open; who has not is as good as offline, whatever they chose. */
  isThere: z.boolean(),
  /** Until then they finish what was just resolved, and are given nothing. */
  wrapUpUntil: z.nullable(Instant),
  /** Conversations that they hold and that are awake. */
  inHand: Count,
  /** Conversations that they hold and have laid aside. */
  snoozed: Count,
});
export type MonitoredState = z.infer<typeof MonitoredState>;

/**
 * When it was read, in microseconds of the database's clock. Of two that tell of the same person the one that was read later counts,
 * in whichever order they come.
 */
const readAt = { readAt: Count };

/** These people are others now than they were; who is not active is watched no more. */
export const MonitoredUsers = z.object({ ...readAt, users: z.array(MonitoredUser) });
export type MonitoredUsers = z.infer<typeof MonitoredUsers>;

/** These people's work is another now than it was. */
export const MonitoredStates = z.object({ ...readAt, states: z.array(MonitoredState) });
export type MonitoredStates = z.infer<typeof MonitoredStates>;

/** Everybody who is active, and how each of them works. */
export const Monitoring = z.object({ ...readAt, users: z.array(MonitoredUser), states: z.array(MonitoredState) });
export type Monitoring = z.infer<typeof Monitoring>;
