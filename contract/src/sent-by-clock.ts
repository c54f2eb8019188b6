/** Client message ids of what was sent by the clock begin so. */
export const BY_CLOCK = 'later-';

/**
 * Whether nobody need have been there when a message was sent under this id: then it does not say that its author has seen what stands
 * above it (domain: missed counter).
 */
export const isSentByClock = (clientMessageId: string | null): boolean => clientMessageId?.startsWith(BY_CLOCK) === true;
