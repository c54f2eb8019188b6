import type { ChatStatus } from '@parley/contract';
import type { TextKey } from '../text.ts';

/** What a chat status is called. */
export const chatStatusNames = {
  ready: 'FRAME_STATUS_READY',
  break: 'FRAME_STATUS_BREAK',
  busy: 'FRAME_STATUS_BUSY',
  offline: 'FRAME_STATUS_OFFLINE',
} as const satisfies Record<ChatStatus, TextKey>;
