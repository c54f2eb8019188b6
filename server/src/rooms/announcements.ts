import { domainEvent } from '../platform/announce.ts';

/** A conversation has just begun and belongs to nobody yet: whoever routes takes it from here. */
export const conversationStarted = domainEvent<{ accountId: string; roomId: string; conversationId: string }>('rooms.conversationStarted');

/** Capacity of the one who held it is free again; what waited in a queue waits no longer. */
export const conversationResolved = domainEvent<{ accountId: string; roomId: string; conversationId: string; heldBy: string | null }>(
  'rooms.conversationResolved',
);

/** Somebody holds it now. */
export const conversationAssigned = domainEvent<{ accountId: string; roomId: string; conversationId: string; userId: string }>(
  'rooms.conversationAssigned',
);
