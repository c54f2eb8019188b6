/** Client message ids of what takes the place of a message that was not delivered begin so; that message's id follows. */
const ANEW = 'anew-';

/**
 * The client message id under which a message is sent that takes the place of one that was not delivered: the same for every press, so that it
 * is stored once (domain: client sends). Another try at the same bears a few random signs behind it; of all of them one is stored.
 */
export const anewIdOf = (eventId: string): string => `${ANEW}${eventId}`;

/** The message whose place one takes that is sent under this id, at once or by the clock; null for any other id. */
export const anewOf = (clientMessageId: string): string | null =>
  /^(?:later-)?anew-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-[\da-f]{8})?$/.exec(clientMessageId)?.[1] ?? null;
