import type { TextKey } from '../../../text.ts';
import type { EndKind } from './end-kinds.ts';

interface EndWords {
  title: TextKey;
  card: TextKey;
  make: TextKey;
  one: TextKey;
  failed: TextKey;
  oneFailed: TextKey;
  none: TextKey;
  noneWords: TextKey;
  back: TextKey;
}

/** What the pages of each kind say. */
export const wordsOf: Readonly<Record<EndKind, EndWords>> = {
  'sms-settings': {
    title: 'SMS_SETTINGS',
    card: 'SMS_SETTINGS_CARD',
    make: 'SMS_SETTINGS_NEW',
    one: 'SMS_SETTINGS_ONE',
    failed: 'SMS_SETTINGS_FAILED',
    oneFailed: 'SMS_SETTINGS_ONE_FAILED',
    none: 'SMS_SETTINGS_NONE',
    noneWords: 'SMS_SETTINGS_NONE_WORDS',
    back: 'SMS_SETTINGS_BACK',
  },
  'viber-channels': {
    title: 'VIBER_CHANNELS',
    card: 'VIBER_CHANNELS_CARD',
    make: 'VIBER_CHANNELS_NEW',
    one: 'VIBER_CHANNELS_ONE',
    failed: 'VIBER_CHANNELS_FAILED',
    oneFailed: 'VIBER_CHANNELS_ONE_FAILED',
    none: 'VIBER_CHANNELS_NONE',
    noneWords: 'VIBER_CHANNELS_NONE_WORDS',
    back: 'VIBER_CHANNELS_BACK',
  },
  'viber-support': {
    title: 'VIBER_SUPPORT',
    card: 'VIBER_SUPPORT_CARD',
    make: 'VIBER_SUPPORT_NEW',
    one: 'VIBER_SUPPORT_ONE',
    failed: 'VIBER_SUPPORT_FAILED',
    oneFailed: 'VIBER_SUPPORT_ONE_FAILED',
    none: 'VIBER_SUPPORT_NONE',
    noneWords: 'VIBER_SUPPORT_NONE_WORDS',
    back: 'VIBER_SUPPORT_BACK',
  },
};

export const statusNames = { active: 'ENDS_ON', inactive: 'ENDS_OFF' } as const;
