import type { ScheduledMessage } from '@parley/contract';
import { draftKey } from '../state/drafts.ts';

/** Under which uploads into a message that waits are told: beside those of the draft of its channel. */
export const uploadsKey = ({ id, roomId, channelId }: Pick<ScheduledMessage, 'id' | 'roomId' | 'channelId'>): string =>
  `${draftKey(roomId, channelId)}.${id}`;
