import { messagingState, type Room, type RoomChannel } from '@parley/contract';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { draftKey, draftsOfRooms, isEmpty } from '../state/drafts.ts';
import { waitingConversation } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { internalChannel } from './internal-channel.ts';

/** On these may be written whoever holds the conversation (communications, section 4). */
const ALWAYS = /SMS|EMAIL/;
const NEVER = 6;

/** How near a channel is to the reader: the nearest is offered unasked. Where one neither writes nor waits nor begins, never. */
function distance(channel: RoomChannel, room: Room, me: string): number {
  const { enabled, isInConversation, assignedUserId, conversationId, coversationCanStart } = messagingState(channel, room, me);
  if (!isInConversation) return enabled || (room.state === 'RESOLVED' && coversationCanStart) ? 5 : NEVER;
  if (assignedUserId === me) return enabled ? 0 : NEVER;
  const isAlways = ALWAYS.test(channel.channelType);
  // They take part in it.
  if (enabled && !isAlways) return 1;
  if (conversationId === waitingConversation(room)?.id) return 2;
  // Into what a colleague holds nothing is written by the way: that it is held is said first.
  return isAlways ? 4 : 3;
}

/**
 * The channel that a room of a customer is answered on where none was chosen: of what the reader holds, or takes part in; else of what waits,
 * or of what a colleague holds; else, in a resolved room too, one that can be used or begun. Of several the one used last. It may be one on
 * which nothing can be written as the room stands; undefined where there is none at all.
 */
export function nearestChannel(room: Room, me: string): RoomChannel | undefined {
  const far = new Map(room.channels.map((channel) => [channel, distance(channel, room, me)]));
  const by = (channel: RoomChannel) => far.get(channel) ?? NEVER;
  return room.channels
    .filter((channel) => by(channel) < NEVER)
    .toSorted((a, b) => by(a) - by(b) || b.timestamp.localeCompare(a.timestamp))[0];
}

/** Whether the reader holds the conversation that a channel is in, and can write there. */
export const isOwn = (channel: RoomChannel, room: Room, me: string): boolean => distance(channel, room, me) === 0;

/**
 * The channel that an answer goes out on: the wanted one while it is in the room, else the nearest; undefined where that cannot be used now.
 *
 * @param isLeft nothing keeps the reader on the wanted one: where it is shut, one on which they hold a conversation is taken for it, and no other
 */
export function channelFor(room: Room, me: string, wanted: string | null | undefined, isLeft = false): RoomChannel | undefined {
  if (isAmongColleagues(room)) return internalChannel(room);
  const nearest = nearestChannel(room, me);
  const channel = room.channels.find(({ channelId }) => channelId === wanted) ?? nearest;
  if (channel && messagingState(channel, room, me).enabled) return channel;
  return isLeft && nearest && isOwn(nearest, room, me) ? nearest : undefined;
}

/**
 * Whether the channels of a room are shown where nothing can be written: one can be used, begun or added; also one that the customer's telephone
 * number could have.
 */
export const mayBegin = (room: Room, me: string): boolean =>
  room.channels.some((channel) => {
    const { enabled, coversationCanStart, conversationCanBeAdded } = messagingState(channel, room, me);
    return enabled || coversationCanStart || conversationCanBeAdded || channel.phoneNumber !== undefined;
  });

/** Whether the reader can go on with a channel on which nothing can be written yet: begin a conversation on it, or take it into theirs. */
function canBeTakenIn(room: Room, me: string, channelId: string | undefined): boolean {
  const channel = room.channels.find((one) => one.channelId === channelId);
  if (!channel) return false;
  const { coversationCanStart, conversationCanBeAdded } = messagingState(channel, room, me);
  return coversationCanStart || conversationCanBeAdded;
}

/** The channel that the reader chose for a room, else that on which its composer has stood since they opened it: neither is changed unasked. */
export const useWanted = ({ id }: Room): string | undefined =>
  useStorePart(({ channels, navigation }) => channels.get(id) ?? (navigation.openRoomId === id ? navigation.writesOn : undefined));

/** What is written in a tab of a room goes out on it: null for notes, undefined where none can be used. */
export function useChannel({ room }: RoomRecord, tab: 0 | 2): RoomChannel | null | undefined {
  const { me } = useCommunications();
  const wanted = useWanted(room);
  const begun = useStorePart(({ drafts }) => draftsOfRooms(drafts).get(room.id)?.[0]?.channelId);
  // They chose it to begin there, something is written there, or a conversation is being begun on it.
  const isKept = useStorePart(({ channels, drafts, marks, writesIn }) => {
    const draft = drafts.get(draftKey(room.id, wanted ?? ''));
    return (
      canBeTakenIn(room, me, channels.get(room.id)) ||
      (draft !== undefined && !isEmpty(draft)) ||
      marks.has(wanted ?? '') ||
      writesIn?.roomId === room.id
    );
  });
  return tab === 2 ? null : channelFor(room, me, wanted ?? (begun && channelFor(room, me, begun)?.channelId), !isKept);
}
