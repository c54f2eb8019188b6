import type { ChannelType } from './entities/channel.ts';
import { MESSAGE_TEXT_LIMIT } from './limits.ts';

const MEGABYTE = 1024 * 1024;

/** What a channel's provider takes at most, where it is less than what we do. */
interface ChannelLimits {
  /** Letters of a text. */
  text: number;
  /** Letters on a button. */
  button: number;
  pictureTypes: Readonly<Record<string, string>>;
  pictureBytes: number;
  videoBytes: number;
  fileBytes: number;
}

/** By the documents of the providers: Viber, REST bot API; Viber business messages, version 11. */
const LIMITS: Readonly<Partial<Record<ChannelType, ChannelLimits>>> = {
  VIBER_PUBLIC: {
    text: 7000,
    button: 200,
    pictureTypes: { 'image/jpeg': 'JPG', 'image/png': 'PNG', 'image/gif': 'GIF' },
    pictureBytes: MEGABYTE,
    videoBytes: 26 * MEGABYTE,
    fileBytes: 50 * MEGABYTE,
  },
  VIBER: {
    text: 1000,
    button: 30,
    pictureTypes: { 'image/jpeg': 'JPG', 'image/png': 'PNG' },
    pictureBytes: Number.POSITIVE_INFINITY,
    videoBytes: 200 * MEGABYTE,
    fileBytes: 200 * MEGABYTE,
  },
};
/** Programs, which both Vibers refuse. */
const PROGRAM = /\.(exe|bat|cmd|com|msi|scr|ps1|vbs|js|jar|apk|app|dmg|sh)$/i;

/** Why a channel does not take something: the key of its words, with the limit in it. */
export interface BeyondLimit {
  key:
    | 'CHANNEL_TEXT_TOO_LONG'
    | 'CHANNEL_BUTTON_TOO_LONG'
    | 'CHANNEL_PICTURE_OF_OTHER_TYPE'
    | 'CHANNEL_PICTURE_TOO_LARGE'
    | 'CHANNEL_FILE_TOO_LARGE'
    | 'CHANNEL_TAKES_NO_PROGRAMS';
  params: Record<string, string | number>;
}

/** A file as both sides know it before it is sent. */
export interface FileToJudge {
  mediaType: string;
  name: string;
  size: number;
  /** As which it would be sent. */
  kind: 'IMAGE' | 'FILE';
}

const megabytes = (bytes: number) => Math.floor(bytes / MEGABYTE);

/** What of a file a channel's provider would refuse; null where it takes it, or says nothing of it. */
export function fileBeyondLimit(channel: ChannelType, { mediaType, name, size, kind }: FileToJudge): BeyondLimit | null {
  const limits = LIMITS[channel];
  if (limits === undefined) return null;
  if (kind === 'IMAGE') {
    if (!(mediaType in limits.pictureTypes))
      return { key: 'CHANNEL_PICTURE_OF_OTHER_TYPE', params: { types: Object.values(limits.pictureTypes).join(', ') } };
    if (size > limits.pictureBytes) return { key: 'CHANNEL_PICTURE_TOO_LARGE', params: { limit: megabytes(limits.pictureBytes) } };
    return null;
  }
  if (PROGRAM.test(name)) return { key: 'CHANNEL_TAKES_NO_PROGRAMS', params: {} };
  const most = mediaType === 'video/mp4' ? limits.videoBytes : limits.fileBytes;
  return size > most ? { key: 'CHANNEL_FILE_TOO_LARGE', params: { limit: megabytes(most) } } : null;
}

/** How many letters a message may have: its channel's provider takes fewer than we do, or as many. */
export const lettersOn = (channel: ChannelType | undefined): number => (channel && LIMITS[channel]?.text) ?? MESSAGE_TEXT_LIMIT;

/** The same of words, and of what stands on a button. */
export function wordsBeyondLimit(
  channel: ChannelType,
  { text = '', buttonText = '' }: { text?: string; buttonText?: string },
): BeyondLimit | null {
  const limits = LIMITS[channel];
  if (limits === undefined) return null;
  if (text.length > lettersOn(channel)) return { key: 'CHANNEL_TEXT_TOO_LONG', params: { limit: limits.text } };
  return buttonText.length > limits.button ? { key: 'CHANNEL_BUTTON_TOO_LONG', params: { limit: limits.button } } : null;
}
