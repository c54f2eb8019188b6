import type { Conversation, Room } from '@parley/contract';
import { type useText as Say, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { isOneOfSeveral } from '../state/lists.ts';

/** The channels by which it is said which conversation is meant; null where its room has no other that is open. */
export const meantChannels = (room: Room, conversation: Conversation, say: ReturnType<typeof Say>): string | null =>
  isOneOfSeveral(room, conversation)
    ? [...new Set(conversation.channels.map(({ channelType }) => say(channelNames[channelType])))].join(', ')
    : null;

/** What a verb is called that is done to a conversation: where its room has others that are open, with its channels. */
export function useDeedOn(room: Room, conversation: Conversation | undefined): (deed: string) => string {
  const text = useText();
  const channel = conversation === undefined ? null : meantChannels(room, conversation, text);
  return (deed) => (channel === null ? deed : text('COMMUNICATIONS_DEED_ON', { deed, channel }));
}
