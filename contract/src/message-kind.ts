import type { ChannelType } from './entities/channel.ts';

/** What a message is sent as (communications, section 5; domain: "message kinds by channel"). */
export type MessageKind = 'SMS' | 'EMAIL' | 'IMAGE' | 'FILE' | 'TEXT' | 'INTERNAL_TEXT' | 'NOTE';

/**
 * By its channel, and by what hangs on it first: SMS and e-mail are that whatever hangs on them, elsewhere a picture or another file is one.
 *
 * @param channel INTERNAL among colleagues; null for a private note
 */
export function messageKind(channel: ChannelType | null, attachment: 'IMAGE' | 'FILE' | null): MessageKind {
  if (channel === null) return 'NOTE';
  if (channel === 'SMS' || channel === 'EMAIL') return channel;
  return attachment ?? (channel === 'INTERNAL' ? 'INTERNAL_TEXT' : 'TEXT');
}
