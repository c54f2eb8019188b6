import * as z from 'zod/mini';
import { Mention } from '../entities/event.ts';
import { Id } from '../entities/primitives.ts';
import { MENTIONS_LIMIT } from '../limits.ts';

/** Each begins with `@` within the text, and none reaches into another. What has no text names nobody. */
export function mentionsFit({ text, mentions = [] }: { text?: string | null; mentions?: readonly Mention[] | undefined }): boolean {
  let end = 0;
  for (const { from, length } of mentions) {
    if (from < end || length < 2 || text?.[from] !== '@' || from + length > text.length) return false;
    end = from + length;
  }
  return true;
}
export const fittingMentions = z.refine<Parameters<typeof mentionsFit>[0]>(mentionsFit, {
  error: 'MENTION_NOT_IN_TEXT',
  path: ['mentions'],
});

/** Colleagues who are named in a text, in its order. */
export const Mentions = z.array(Mention).check(z.maxLength(MENTIONS_LIMIT));

/** What is said among colleagues may name some of them, and quote an event of its room. Every kind of message takes both, so that it is refused, and not lost, where a customer is to read it. */
export const amongColleagues = { quotedEventId: z.optional(Id), mentions: z.optional(Mentions) };
