import * as z from 'zod/mini';
import { DraftChannelId, DraftSave, RoomDraft } from '../entities/draft.ts';
import { Id } from '../entities/primitives.ts';
import { route } from './access.ts';

/** Where a page of drafts ended, as `next` told it: room and channel. */
const DraftCursor = z.string().check(
  z.maxLength(80),
  z.refine(
    (cursor) => {
      const [roomId, channelId, ...more] = cursor.split('.');
      return more.length === 0 && Id.safeParse(roomId).success && DraftChannelId.safeParse(channelId).success;
    },
    { error: 'NOT_A_CURSOR' },
  ),
);

/** One's own drafts, in rooms that one may see now (communications, section 3). */
export const drafts = {
  list: route(['rooms', 'read'], 'GET', '/users/me/drafts', 'My drafts')
    .input(z.object({ query: z.object({ after: z.optional(DraftCursor) }) }))
    /** `next`: ask `after` it for what follows; null when nothing does. */
    .output(z.object({ content: z.array(RoomDraft), next: z.nullable(z.string()) })),
  /**
   * Saves what was typed; without words, files and a quote there is no draft any more. Where another window has typed since `base`, the
   * later key wins, and the other's words stay among `others`. Answers the draft as it is then. Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND,
   * FILE_NOT_FOUND, EVENT_NOT_FOUND of the quote or of what is to be replaced, and DRAFT_FIELD_OF_OTHER_CHANNEL.
   */
  save: route(['rooms', 'send'], 'PUT', '/rooms/{roomId}/drafts/{channelId}', 'Save a draft')
    .input(z.object({ params: z.object({ roomId: Id, channelId: DraftChannelId }), body: DraftSave }))
    .output(RoomDraft),
};
