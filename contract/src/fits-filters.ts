import type { ChannelType } from './entities/channel.ts';
import type { Conversation } from './entities/conversation.ts';
import type { Room, RoomMembership } from './entities/room.ts';
import type { RoomFilters } from './entities/room-filters.ts';
import { isNamedSo, searchedWords } from './folded-name.ts';
import { missedCount } from './missed.ts';
import { signOfContact } from './notice-words.ts';

/** How a customer without a name is called who came by live chat, in each language of the catalogue (COMMUNICATIONS_UNNAMED_VISITOR). */
export const VISITOR_WORDS = ['visitor', 'посетител'] as const;

function unnamed({ id, channels, roomParticipants }: Room): string {
  if (!channels.some(({ channelType }) => channelType === 'LIVECHAT')) return '';
  const contactId = roomParticipants.find(({ type }) => type === 'CUSTOMER')?.associatedParticipantId ?? id;
  return [...VISITOR_WORDS, signOfContact(contactId)].join(' ');
}

/**
 * What a room is searched by: a customer's name, a group's, or the names of the others in it; of a visitor without a name what the row shows
 * instead, whichever language it is shown in.
 */
function nameOf(room: Room, me: string): string {
  const { type, name, roomParticipants } = room;
  if (name !== null) return name;
  if (type === 'EXTERNAL') return unnamed(room);
  const others = roomParticipants.filter((one) => one.type === 'USER' && one.associatedParticipantId !== me);
  return others.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(' ');
}

const isOpen = ({ state }: Conversation): boolean => state !== 'RESOLVED';

/** The conversations by which a room is found: the unresolved ones; of a resolved room the last. */
function toldBy({ state, roomConversations }: Room): readonly Conversation[] {
  if (state !== 'RESOLVED') return roomConversations.filter(isOpen);
  return roomConversations.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, 1);
}

const holdersOf = ({ state, lastAssignedUserId, roomConversations }: Room): ReadonlyArray<string | null> =>
  state === 'RESOLVED'
    ? [lastAssignedUserId]
    : roomConversations.filter((one) => one.state === 'ASSIGNED').map(({ assignedUserId }) => assignedUserId);

const typesOf = ({ channels }: Conversation): readonly ChannelType[] => channels.map(({ channelType }) => channelType);

/** Over which a room is spoken with: the channels of its unresolved conversations; of a resolved room, that over which its customer was heard last. */
function channelsOf({
  type,
  state,
  lastReceivedChannelType,
  lastEventChannelType,
  roomConversations,
}: Room): ReadonlyArray<ChannelType | null> {
  if (type !== 'EXTERNAL') return [];
  return state === 'RESOLVED' ? [lastReceivedChannelType ?? lastEventChannelType] : roomConversations.filter(isOpen).flatMap(typesOf);
}

const isAnyOf = <One>(chosen: readonly One[], given: ReadonlyArray<One | null>): boolean =>
  given.some((one) => one !== null && chosen.includes(one));

/**
 * Whether a room belongs to a list that is narrowed by these filters. Server and web judge alike.
 *
 * @param meant the one of its unresolved conversations for which a row stands: then the row is judged, by that conversation
 */
export function fitsFilters(
  { search, state, channel, unread, starred, queue, agent }: RoomFilters,
  room: Room,
  membership: RoomMembership,
  me: string,
  meant?: Conversation,
): boolean {
  if (starred === true && !membership.starred) return false;
  if (unread === true && missedCount(room, membership, me) === 0) return false;
  if (state !== undefined && !state.includes((meant ?? room).state)) return false;
  if (channel !== undefined && !isAnyOf(channel, meant ? typesOf(meant) : channelsOf(room))) return false;
  const told = meant ? [meant] : toldBy(room);
  if (
    queue !== undefined &&
    !isAnyOf(
      queue,
      told.map(({ queueId }) => queueId),
    )
  )
    return false;
  if (agent !== undefined && !isAnyOf(agent, meant ? [meant.assignedUserId] : holdersOf(room))) return false;
  return search === undefined || isNamedSo(nameOf(room, me), searchedWords(search));
}
