import type { ChannelType } from './channel.ts';

/** A text message is words alone, and a call is not written to: what a channel of these types sends holds no files. */
const WITHOUT_FILES: ReadonlySet<ChannelType> = new Set(['SMS', 'PHONE']);

/** May messages on channels of this type hold files? */
export const takesFiles = (type: ChannelType): boolean => !WITHOUT_FILES.has(type);

export const INTERNAL_CHANNEL_ID = 'internal';

export const NOTE_CHANNEL_ID = 'note';
