import type { Participant, Room } from '@parley/contract';

/** A chat with one colleague or a group: no customer is in it. */
export const isAmongColleagues = ({ type }: Pick<Room, 'type'>): boolean => type !== 'EXTERNAL';

/** The people of a room, in the order in which they came. */
export const membersOf = ({ roomParticipants }: Pick<Room, 'roomParticipants'>): readonly Participant[] =>
  roomParticipants.filter(({ type }) => type === 'USER');

/** All but the reader. */
export const othersOf = (room: Pick<Room, 'roomParticipants'>, me: string): readonly Participant[] =>
  membersOf(room).filter(({ associatedParticipantId }) => associatedParticipantId !== me);
