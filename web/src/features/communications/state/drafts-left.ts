import { hasContent } from './draft-changes.ts';
import { type Draft, type DraftContent, type Drafts, NOTE } from './drafts.ts';

/** What was begun for the customer of a room and not sent, on whichever channel, the latest first. */
export const draftsToCustomer = (drafts: Drafts, roomId: string): readonly Draft[] =>
  [...drafts.values()]
    .filter((draft) => draft.roomId === roomId && draft.channelId !== NOTE && hasContent(draft))
    .toSorted((a, b) => b.typedAt - a.typedAt);

/** A note with what was written for the customer below what stands in it already. */
export const withWordsOf = (note: DraftContent, { text, files }: DraftContent): Pick<DraftContent, 'text' | 'files'> => ({
  text: [note.text, text].filter((words) => words !== '').join('\n\n'),
  files: [...note.files, ...files],
});
