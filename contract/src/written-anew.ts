import type { EventDataType, RoomEvent } from './entities/event.ts';

/**
 * Of which kinds a message that was not delivered can be written anew: those that a composer holds, by their words and files. Who gets an e-mail, how
 * it is called and how it looks goes with it. Buttons, answers to choose from and what stands for something else were made to go together, and by no composer: changed in
 * part they would say two things at once. Such a message, as everything that is not named, can only be tried again as it is.
 */
const WRITTEN_ANEW: ReadonlySet<EventDataType> = new Set<EventDataType>(['MESSAGE', 'SMS', 'EMAIL', 'IMAGE', 'FILE']);

/** Whether what a message says can be put into a composer and sent in its place. */
export const canBeWrittenAnew = ({ type }: Pick<RoomEvent['eventData'], 'type'>): boolean => WRITTEN_ANEW.has(type);
