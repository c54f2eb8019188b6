import type { Conversation, Room, RoomChannel } from '@parley/contract';
import { type useText as Say, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { isOneOfSeveral } from '../state/lists.ts';

/** What our end of a channel is called, where the room has several of its type: else it is plain which of ours is meant. */
export function endOf({ channels }: Pick<Room, 'channels'>, of: Pick<RoomChannel, 'channelId' | 'channelType'>): string | undefined {
  const same = channels.filter(({ channelType }) => channelType === of.channelType);
  const isOfSeveral = same.some((one) => one.channelApplicationId !== same[0]?.channelApplicationId);
  return isOfSeveral ? same.find(({ channelId }) => channelId === of.channelId)?.name : undefined;
}

/** What a channel of a room is called, with our end of it where there are several of its type. */
export const channelWords = (
  room: Pick<Room, 'channels'>,
  of: Pick<RoomChannel, 'channelId' | 'channelType'>,
  say: ReturnType<typeof Say>,
): string => [say(channelNames[of.channelType]), endOf(room, of) ?? []].flat().join(' · ');

/** The channels by which it is said which conversation is meant; null where its room has no other that is open. */
export const meantChannels = (room: Room, conversation: Conversation, say: ReturnType<typeof Say>): string | null =>
  isOneOfSeveral(room, conversation)
    ? [...new Set(conversation.channels.map((channel) => channelWords(room, channel, say)))].join(', ')
    : null;

/** What a verb is called that is done to a conversation: where its room has others that are open, with its channels. */
export function useDeedOn(room: Room, conversation: Conversation | undefined): (deed: string) => string {
  const text = useText();
  const channel = conversation === undefined ? null : meantChannels(room, conversation, text);
  return (deed) => (channel === null ? deed : text('COMMUNICATIONS_DEED_ON', { deed, channel }));
}
