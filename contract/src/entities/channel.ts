import * as z from 'zod/mini';
import { Id, Instant } from './primitives.ts';

/** Channel types (communications, section 9). PHONE is the type of calls. */
export const ChannelType = z.enum(['EMAIL', 'LIVECHAT', 'FACEBOOK', 'INTERNAL', 'VIBER_PUBLIC', 'VIBER', 'WHATSAPP', 'SMS', 'PHONE']);
export type ChannelType = z.infer<typeof ChannelType>;

/** A text message is words alone, and a call is not written to: what a channel of these types sends holds no files. */
const WITHOUT_FILES: ReadonlySet<ChannelType> = new Set(['SMS', 'PHONE']);

/** May messages on channels of this type hold files? */
export const takesFiles = (type: ChannelType): boolean => !WITHOUT_FILES.has(type);

export const INTERNAL_CHANNEL_ID = 'internal';
export const NOTE_CHANNEL_ID = 'note';
export const TEMPORARY_CHANNEL_ID_PREFIX = 'temporary-channel-id-';

/** One address at which the room's contact can be reached, as everybody sees it (communications, section 3). */
export const RoomChannel = z.object({
  channelId: Id,
  channelType: ChannelType,
  channelApplicationId: Id,
  /** What a person calls it: the widget's name, the address, the number. */
  name: z.string(),
  /** When something was last said on it, by either side. */
  timestamp: Instant,
});
export type RoomChannel = z.infer<typeof RoomChannel>;
