import { INTERNAL_CHANNEL_ID, type Room, type RoomChannel } from '@parley/contract';

/** What is written in a chat of colleagues goes by no channel of a customer's: it bears this id (communications, section 3). */
export const internalChannel = ({ id, createdAt }: Pick<Room, 'id' | 'createdAt'>): RoomChannel => ({
  channelId: INTERNAL_CHANNEL_ID,
  channelType: 'INTERNAL',
  channelApplicationId: id,
  name: '',
  timestamp: createdAt,
});
