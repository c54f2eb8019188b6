import { type DraftContent, standsIn } from './drafts.ts';
import { idAfter } from './part-ids.ts';

/** Words that come into a field: in the place of the undelivered message that they were written for, and of no other. */
export const usedOf = (content: DraftContent): DraftContent => ({
  ...standsIn(content),
  clientMessageId: idAfter(content.clientMessageId ?? ''),
});
