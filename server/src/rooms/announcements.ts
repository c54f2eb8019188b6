import { domainEvent } from '../platform/announce.ts';

interface Person {
  id: string;
  name: string;
}

/** A conversation has just begun and belongs to nobody yet: whoever routes takes it from here. */
export const conversationStarted = domainEvent<{ accountId: string; roomId: string; conversationId: string }>('rooms.conversationStarted');

/** Capacity of the one who held it is free again; what waited in a queue waits no longer. `by` is null where the clock did it. */
export const conversationResolved = domainEvent<{
  accountId: string;
  roomId: string;
  conversationId: string;
  by: Person | null;
  heldBy: string | null;
}>('rooms.conversationResolved');

/** Somebody holds it now: given by a person (`by`) or by a queue (null), taken from who held it before, if anybody did. */
export const conversationAssigned = domainEvent<{
  accountId: string;
  roomId: string;
  conversationId: string;
  userId: string;
  userName: string;
  by: Person | null;
  heldBy: string | null;
}>('rooms.conversationAssigned');

/** How much these people have in hand, have laid aside, or still finish is another now. */
export const handsChanged = domainEvent<{ accountId: string; userId: string }>('rooms.handsChanged');

/** It takes no capacity of its holder from now on, until it wakes. */
export const conversationSnoozed = domainEvent<{ accountId: string; roomId: string; conversationId: string }>('rooms.conversationSnoozed');

/** A snoozed conversation is its holder's again, since the customer has written or since its time had come. */
export const conversationWoke = domainEvent<{ accountId: string; roomId: string; userId: string; byCustomer: boolean }>(
  'rooms.conversationWoke',
);

/**
 * A message that somebody wrote for later was not sent: the customer wrote first, a colleague cancelled it or has answered meanwhile (`by`), or it was
 * refused at its time; then `by` says whose it is, where that is not the one who is told.
 */
export const scheduledNotSent = domainEvent<{
  accountId: string;
  roomId: string;
  userId: string;
  because: 'CUSTOMER' | 'COLLEAGUE' | 'ANSWERED' | 'REFUSED';
  by: Person | null;
}>('rooms.scheduledNotSent');

/** A message whose author was told that a colleague had cancelled it waits again. */
export const scheduledAgain = domainEvent<{ accountId: string; roomId: string; userId: string }>('rooms.scheduledAgain');

/** The words of a message among colleagues are gone, and with them whom they named. */
export const messageDeleted = domainEvent<{ accountId: string; roomId: string; eventId: string }>('rooms.messageDeleted');

/** A message among colleagues that named these people was changed, and names them no more. */
export const mentionsTaken = domainEvent<{ accountId: string; roomId: string; eventId: string; userIds: readonly string[] }>(
  'rooms.mentionsTaken',
);

/** People are in a group who were not. */
export const participantsAdded = domainEvent<{ accountId: string; roomId: string; userIds: readonly string[]; by: Person }>(
  'rooms.participantsAdded',
);

/** People were taken out of a group by somebody else. */
export const participantsRemoved = domainEvent<{ accountId: string; roomId: string; userIds: readonly string[]; by: Person }>(
  'rooms.participantsRemoved',
);

/** People are named in a message among colleagues, or in a note, who see its room. */
export const peopleMentioned = domainEvent<{ accountId: string; roomId: string; eventId: string; userIds: readonly string[]; by: Person }>(
  'rooms.peopleMentioned',
);

/** A message to a customer was refused by the provider, failed, or nobody knows; whose it was. */
export const messageNotDelivered = domainEvent<{
  accountId: string;
  roomId: string;
  eventId: string;
  userId: string;
  isUnknown: boolean;
}>('rooms.messageNotDelivered');

/** A message that was not delivered was sent again, or another one in its place, by whomever: what was told of it is dealt with. */
export const messageSentAgain = domainEvent<{ accountId: string; eventId: string }>('rooms.messageSentAgain');
