import { type Conversation, messagingState, type Room, type RoomChannel } from '@parley/contract';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useChosen } from '../room/use-chosen.ts';
import { draftKey, draftsOfRooms, isEmpty } from '../state/drafts.ts';
import { isOfRow, isOneOfSeveral, waitingConversation } from '../state/lists.ts';
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
 *
 * @param of of its channels alone: the chosen one of several conversations
 */
export function nearestChannel(room: Room, me: string, of?: Conversation): RoomChannel | undefined {
  const isOf = ({ channelId }: RoomChannel) => of?.channels.some((one) => one.channelId === channelId);
  const far = new Map(room.channels.map((channel) => [channel, distance(channel, room, me)]));
  const by = (channel: RoomChannel) => far.get(channel) ?? NEVER;
  return room.channels
    .filter((channel) => (of ? isOf(channel) : by(channel) < NEVER))
    .toSorted((a, b) => by(a) - by(b) || b.timestamp.localeCompare(a.timestamp))[0];
}

/** Whether the reader holds the conversation that a channel is in, and can write there. */
export const isOwn = (channel: RoomChannel, room: Room, me: string): boolean => distance(channel, room, me) === 0;

/**
 * The channel that an answer goes out on: the wanted one while it is in the room, else the nearest; undefined where that cannot be used now.
 *
 * @param of the chosen one of several conversations
 * @param isLeft nothing keeps the reader on the wanted one: where it is shut, one on which they hold a conversation is taken for it, and no other
 */
export function channelFor(
  room: Room,
  me: string,
  wanted: string | null | undefined,
  isLeft = false,
  of?: Conversation,
): RoomChannel | undefined {
  if (isAmongColleagues(room)) return internalChannel(room);
  const nearest = nearestChannel(room, me, of);
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

/** The chosen conversation where the room has others that are open. */
function useChosenOfSeveral(room: Room): Conversation | undefined {
  const chosen = useChosen();
  return isOneOfSeveral(room, chosen) ? chosen : undefined;
}

/** On which of them something is written: in the chosen conversation, where there are several. */
const useBegun = (room: Room): string | null | undefined => {
  const of = useChosenOfSeveral(room);
  return useStorePart(
    ({ drafts }) =>
      draftsOfRooms(drafts)
        .get(room.id)
        ?.find(({ channelId }) => isOfRow(room, of, channelId))?.channelId,
  );
};

/**
 * The channel that the reader chose for a room, else that on which its composer has stood since they opened it: neither is changed unasked. Of
 * several conversations it is so for as long as they are at that one; else it is what was begun there, or its own.
 */
export function useWanted(room: Room): string | undefined {
  const { id } = room;
  const { me } = useCommunications();
  const of = useChosenOfSeveral(room);
  const begun = useBegun(room);
  const kept = useStorePart(({ channels, navigation, standsIn }) =>
    of && (standsIn.get(id) ?? of.id) !== of.id
      ? undefined
      : (channels.get(id) ?? (navigation.openRoomId === id ? navigation.writesOn : undefined)),
  );
  if (kept !== undefined || of === undefined) return kept;
  return ((begun && channelFor(room, me, begun)) || nearestChannel(room, me, of))?.channelId;
}

/** What is written in a tab of a room goes out on it: null for notes, undefined where none can be used. */
export function useChannel({ room }: RoomRecord, tab: 0 | 2): RoomChannel | null | undefined {
  const { me } = useCommunications();
  const wanted = useWanted(room);
  const of = useChosenOfSeveral(room);
  const begun = useBegun(room);
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
  return tab === 2 ? null : channelFor(room, me, wanted ?? (begun && channelFor(room, me, begun)?.channelId), !isKept, of);
}
