import {
  addressOn,
  type MessagingState,
  messagingState,
  type Room,
  type RoomChannel,
  readableAddress,
  unreachable,
} from '@parley/contract';
import { textIfKnown, useText } from '../../../text.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { asSentence } from '../room/room-words.ts';

/**
 * What this person may do on a channel, as this window knows it, and the words for it.
 *
 * @param chosen the channel that is written on: what is said of its conversation is said as of this one
 */
export function useChannelWords(room: Room, chosen?: RoomChannel): (channel: RoomChannel) => { state: MessagingState; words: string } {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const marks = useStorePart((all) => all.marks);
  return (channel) => {
    const mark = marks.get(channel.channelId);
    const state = messagingState(channel, room, me, mark);
    const bot = state.isInConversation && state.assignedUserId === null && state.cannotMessageKey?.endsWith('OCCUPIED') === true;
    // On some channels may be written also into what a colleague holds: then it is said who that is.
    const talks = state.assignedUserId === me ? null : state.assignedUserId;
    const conversation = room.roomConversations.find(({ id }) => id === state.conversationId);
    const isElsewhere =
      chosen !== undefined &&
      chosen.channelId !== channel.channelId &&
      conversation?.channels.every(({ channelId }) => channelId !== chosen.channelId) === true;
    const say = (): string => {
      const block = unreachable(channel);
      if (block !== null) return text(block);
      if (state.enabled && conversation?.state === 'UNASSIGNED') return text('COMMUNICATIONS_CHANNEL_WAITS_WRITABLE');
      if (state.enabled && talks === null) {
        if (!state.isInConversation) return text('COMMUNICATIONS_CHANNEL_ALWAYS');
        return text(isElsewhere ? 'COMMUNICATIONS_CHANNEL_IN_OTHER' : 'COMMUNICATIONS_CHANNEL_IN_CONVERSATION');
      }
      if (state.isStartingANewConversation) return text('COMMUNICATIONS_CHANNEL_STARTING');
      if (state.coversationCanStart) return text('COMMUNICATIONS_CHANNEL_CAN_START');
      if (state.conversationCanBeAdded) return text('COMMUNICATIONS_CHANNEL_CAN_BE_ADDED');
      if (talks !== null && (state.enabled || state.cannotMessage))
        return asSentence(text('COMMUNICATIONS_CHANNEL_HELD_BY', { name: nameOf(talks) }));
      if (bot) return text('COMMUNICATIONS_CHANNEL_HELD_BY_BOT');
      if (state.isInConversation) return text('COMMUNICATIONS_CHANNEL_WAITS');
      if (channel.channelType === 'LIVECHAT') return text('COMMUNICATIONS_CHANNEL_CUSTOMER_BEGINS');
      if (channel.channelType === 'PHONE') return text('COMMUNICATIONS_CHANNEL_CALLS_ONLY');
      if (state.cannotMessageKey === null) return text('COMMUNICATIONS_CHANNEL_NOT_IN_CONVERSATION');
      const why = mark?.reason && textIfKnown(mark.reason.key, mark.reason.params);
      return [text(state.cannotMessageKey), ...(why == null ? [] : [why])].join(' ');
    };
    return { state, words: say() };
  };
}

/** By which of the customer's addresses, and through which end of ours. */
export const addressOf = (channel: RoomChannel): string =>
  [addressOn(channel), channel.name].flatMap((one) => (one === undefined ? [] : readableAddress(one))).join(' · ');
