import type { DraftSave } from '@parley/contract';
import { messageId } from '../people.ts';

/** What a window says when it saves a note that is not ready; each is a later one. */
export function halfANote(): DraftSave {
  const standing = { attachments: [], windowId: 'one-window', base: 0, typedAgo: 0, settled: [], aside: [] };
  return { text: 'Half a note', clientMessageId: messageId(), save: Date.now(), ...standing };
}
