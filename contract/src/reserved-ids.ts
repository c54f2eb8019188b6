import { BY_CLOCK } from './sent-by-clock.ts';

/** Under this and a conversation's id stands that a person joined it by writing. */
export const JOINED = 'joined-';
/** Under this and the id of a transfer stands the note that was given with it. */
export const NOTE_OF_TRANSFER = 'note-';

/**
 * The server stores things of a person's own beside those that their clients send, under ids that begin so: no client may send under one, since the
 * one would be taken for the other (domain: client sends). Whatever the server stores under an id of its own begins with one of these.
 */
export const RESERVED_PREFIXES = [BY_CLOCK, JOINED, NOTE_OF_TRANSFER] as const;

/** Whether only the server stores under this id. */
export const isReservedId = (clientMessageId: string): boolean => RESERVED_PREFIXES.some((prefix) => clientMessageId.startsWith(prefix));
