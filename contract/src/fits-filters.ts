import { addressOn, searchedAddress } from './customer-address.ts';
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
  const addresses = channels.map(addressOn).filter((one) => one !== undefined);
  if (addresses.length > 0) return addresses.map(searchedAddress).join(' ');
  if (!channels.some(({ channelType }) => channelType === 'LIVECHAT')) return '';
  const contactId = roomParticipants.find(({ type }) => type === 'CUSTOMER')?.associatedParticipantId ?? id;
  return [...VISITOR_WORDS, signOfContact(contactId)].join(' ');
}

/**
 * What a room is searched by: a customer's name, a group's, or the names of the others in it; of a customer without a name their addresses, and of a
 * visitor, who has none, what the row shows instead, whichever language it is shown in.
 */
function nameOf(room: Room, me: string): string {
  const { type, name, roomParticipants } = room;
  if (name !== null) return name;
  if (type === 'EXTERNAL') return unnamed(room);
  const others = roomParticipants.filter((one) => one.type === 'USER' && one.associatedParticipantId !== me);
  return others.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(' ');
}

/** Which tags hang on a conversation: the port of whoever keeps them. */
export type TagsOf = (conversationId: string) => readonly string[];
/** Nobody keeps any yet. */
const noTags: TagsOf = () => [];

/** What is asked of a conversation, all of it of the same one. */
interface Told {
  /** Null of a chat of colleagues. */
  readonly conversationId: string | null;
  readonly state: Conversation['state'];
  readonly types: ReadonlyArray<ChannelType | null>;
  readonly queueId: string | null;
  readonly holderId: string | null;
}

const asTold = ({ id, state, channels, queueId, assignedUserId }: Conversation): Told => ({
  conversationId: id,
  state,
  types: channels.map(({ channelType }) => channelType),
  queueId,
  holderId: assignedUserId,
});

/**
 * By what a room is found: by each of its unresolved conversations. A resolved one by the channel over which its customer was heard last, by who held it last and
 * by the queue and the tags of its last conversation; a chat of colleagues has none.
 */
function toldBy({
  type,
  state,
  lastReceivedChannelType,
  lastEventChannelType,
  lastAssignedUserId,
  roomConversations,
}: Room): readonly Told[] {
  if (type !== 'EXTERNAL') return [{ conversationId: null, state, types: [], queueId: null, holderId: null }];
  if (state !== 'RESOLVED') return roomConversations.filter((one) => one.state !== 'RESOLVED').map(asTold);
  const [last] = roomConversations.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const types = [lastReceivedChannelType ?? lastEventChannelType];
  return [{ conversationId: last?.id ?? null, state, types, queueId: last?.queueId ?? null, holderId: lastAssignedUserId }];
}

/** Nothing chosen leaves out nothing. */
const isAnyOf = <One>(chosen: readonly One[] | undefined, given: ReadonlyArray<One | null>): boolean =>
  chosen === undefined || given.some((one) => one !== null && chosen.includes(one));

/**
 * Whether a room belongs to a list that is narrowed by these filters. State, channel, queue, agent and tag are asked of one and the same of its conversations.
 * Server and web judge alike.
 *
 * @param meant the one of its unresolved conversations for which a row stands: then the row is judged, by that conversation
 */
export function fitsFilters(
  { search, state, channel, unread, starred, queue, agent, tag }: RoomFilters,
  room: Room,
  membership: RoomMembership,
  me: string,
  meant?: Conversation,
  tagsOf: TagsOf = noTags,
): boolean {
  if (starred === true && !membership.starred) return false;
  if (unread === true && missedCount(room, membership, me) === 0) return false;
  const fits = (one: Told) =>
    isAnyOf(state, [one.state]) &&
    isAnyOf(channel, one.types) &&
    isAnyOf(queue, [one.queueId]) &&
    isAnyOf(agent, [one.holderId]) &&
    isAnyOf(tag, one.conversationId === null ? [] : tagsOf(one.conversationId));
  const isAsked = (state ?? channel ?? queue ?? agent ?? tag) !== undefined;
  if (isAsked && !(meant ? [asTold(meant)] : toldBy(room)).some(fits)) return false;
  return search === undefined || isNamedSo(nameOf(room, me), searchedWords(search));
}
