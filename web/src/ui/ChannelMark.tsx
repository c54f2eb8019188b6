import type { ChannelType } from '@parley/contract';
import { type TextKey, useText } from '../text.ts';
import styles from './ChannelMark.module.css';

const glyphs = {
  EMAIL: 'email',
  LIVECHAT: 'livechat',
  FACEBOOK: 'messenger',
  INTERNAL: 'internal',
  VIBER_PUBLIC: 'viber-public',
  VIBER: 'viber',
  WHATSAPP: 'whatsapp',
  SMS: 'sms',
  PHONE: 'phone',
} as const satisfies Record<ChannelType, string>;

/** What a channel is called (communications, section 9). */
export const channelNames = {
  EMAIL: 'COMMUNICATIONS_CHANNEL_EMAIL',
  LIVECHAT: 'COMMUNICATIONS_CHANNEL_LIVE_CHAT',
  FACEBOOK: 'COMMUNICATIONS_CHANNEL_MESSENGER',
  INTERNAL: 'COMMUNICATIONS_CHANNEL_INTERNAL',
  VIBER_PUBLIC: 'COMMUNICATIONS_CHANNEL_VIBER_PUBLIC',
  VIBER: 'COMMUNICATIONS_CHANNEL_VIBER',
  WHATSAPP: 'COMMUNICATIONS_CHANNEL_WHATSAPP',
  SMS: 'COMMUNICATIONS_CHANNEL_SMS',
  PHONE: 'COMMUNICATIONS_CHANNEL_PHONE',
} as const satisfies Record<ChannelType, TextKey>;

interface ChannelMarkProps {
  type: ChannelType;
  /** 16 on an avatar or in a line of text, 20 in rows, 32 in settings. */
  size?: 16 | 20 | 32;
  /** The channel cannot be used now: grey. Say why beside it. */
  off?: boolean;
  /** Its name stands beside it in words: then the mark is decoration, and is not read out a second time. */
  named?: boolean;
}

/** A channel: glyph, colour, and its name on hover. */
export function ChannelMark({ type, size = 20, off = false, named = false }: ChannelMarkProps) {
  const text = useText();
  const name = text(channelNames[type]);
  const glyph = glyphs[type];
  return (
    <span
      className={styles.mark}
      data-channel={glyph}
      data-size={size}
      data-off={off}
      {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      title={name}
    >
      <svg aria-hidden="true" focusable="false">
        <use href={`#c-${glyph}`} />
      </svg>
    </span>
  );
}
