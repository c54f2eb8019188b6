import { domainEvent } from '../platform/announce.ts';

/** A conversation went into a queue by a person's hand, taken from who held it before, if anybody did. */
export const conversationQueued = domainEvent<{
  accountId: string;
  roomId: string;
  queue: string;
  by: { id: string; name: string };
  heldBy: string | null;
}>('routing.conversationQueued');

/** A snoozed conversation woke while its holder was not there, and went back to its queue; null where the account has none. */
export const conversationWokeWhileAway = domainEvent<{ accountId: string; roomId: string; heldBy: string; queue: string | null }>(
  'routing.conversationWokeWhileAway',
);
