import * as z from 'zod/mini';
import { ChannelApplication } from '../entities/channel.ts';
import { Id } from '../entities/primitives.ts';
import { PHONE_NUMBER_LIMIT } from '../limits.ts';
import { route } from './access.ts';

/** The form, sent as such or as JSON, by which a Viber channel for a telephone number of a customer becomes real (communications, sections 4 and 7). */
export const NewViberChannel = z.object({
  type: z.literal('VIBER', { error: 'CHANNEL_NOT_VALID' }),
  channelApplicationId: Id,
  /** The contact. */
  customerId: Id,
  phoneNumber: z.string().check(z.minLength(1), z.maxLength(PHONE_NUMBER_LIMIT)),
  roomId: Id,
});
export type NewViberChannel = z.infer<typeof NewViberChannel>;

export const channels = {
  /** Those that are in use. */
  applications: route(['rooms', 'read'], 'GET', '/channel-applications', 'Our ends of channels').output(
    z.object({ content: z.array(ChannelApplication) }),
  ),
  /**
   * Asked again, or by two at once, it is one channel, which all who see the room are told of (ChannelUpdated). Throws ROOM_NOT_FOUND,
   * CHANNEL_NOT_FOUND, CHANNEL_TYPE_UNAVAILABLE, PHONE_NUMBER_NOT_OF_CUSTOMER and CHANNEL_OF_OTHER_CUSTOMER.
   */
  create: route(['rooms', 'take'], 'POST', '/channels', 'A Viber channel for a phone number')
    .meta({ form: true })
    .input(z.object({ body: NewViberChannel }))
    .output(z.object({ id: Id })),
};
