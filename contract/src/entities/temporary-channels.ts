import { type ChannelApplication, isTwoWay, type RoomChannel } from './channel.ts';

export const TEMPORARY_CHANNEL_ID_PREFIX = 'temporary-channel-id-';

export const temporaryChannelId = (applicationId: string, phoneNumber: string): string =>
  `${TEMPORARY_CHANNEL_ID_PREFIX}${applicationId}-${phoneNumber}`;

/**
 * The Viber channels that a room could have besides its own: one for each telephone number of its customer and each of the account's Viber
 * senders that does not know it yet (communications, section 4, "Viber"). Their ids are temporary: a POST with the first start gives a real one.
 */
export function temporaryChannels(channels: readonly RoomChannel[], applications: readonly ChannelApplication[]): RoomChannel[] {
  const senders = applications.filter((one) => one.type === 'VIBER' && isTwoWay(one));
  const byNumber = new Map<string, RoomChannel>();
  for (const channel of channels) {
    const { phoneNumber, timestamp } = channel;
    if (phoneNumber === undefined) continue;
    const known = byNumber.get(phoneNumber);
    if (known === undefined || known.timestamp < timestamp) byNumber.set(phoneNumber, channel);
  }
  const hasOne = (sender: ChannelApplication, number: string) =>
    channels.some((one) => one.channelApplicationId === sender.id && one.phoneNumber === number);
  return [...byNumber].flatMap(([phoneNumber, { timestamp }]) =>
    senders
      .filter((sender) => !hasOne(sender, phoneNumber))
      .map(({ id, name }) => ({
        channelId: temporaryChannelId(id, phoneNumber),
        channelType: 'VIBER' as const,
        channelApplicationId: id,
        name,
        timestamp,
        phoneNumber,
      })),
  );
}
