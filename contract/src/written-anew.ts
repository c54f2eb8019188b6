import type { EventDataType, RoomEvent } from './entities/event.ts';

/**
 * Of which kinds a message that was not delivered can be written anew: those that a composer holds, by their words and files. Who gets an e-mail and how
 * it is called goes with it. Buttons, answers to choose from and what stands for something else were made to go together, and by no composer: changed in
 * part they would say two things at once. Such a message, as everything that is not named, can only be tried again as it is.
 */
const WRITTEN_ANEW: ReadonlySet<EventDataType> = new Set<EventDataType>(['MESSAGE', 'SMS', 'EMAIL', 'IMAGE', 'FILE']);

/** Whether what a message says can be put into a composer and sent in its place. An e-mail that has looks of its own would lose them. */
export const canBeWrittenAnew = ({ type, email }: Pick<RoomEvent['eventData'], 'type' | 'email'>): boolean =>
  WRITTEN_ANEW.has(type) && email?.multipartContent !== true;
