import * as z from 'zod/mini';
import { Id } from './primitives.ts';

/** What tags and comments hang on (communications, section 3, "Tag"): a call, or a conversation. */
export const MetaEventContext = /* @__PURE__ */ z.enum(['PHONE', 'CONVERSATION']);

/** A tag or a comment was added to it, taken from it or changed: `isTagged` says whether any is left. It bears no number of the room; the entry in the history does. */
export const MetaEventAssociation = /* @__PURE__ */ z.object({
  roomId: Id,
  contextType: MetaEventContext,
  contextId: Id,
  isTagged: z.boolean(),
  /** Something of it was there before, and is another now. */
  isUpdated: z.boolean(),
});
export type MetaEventAssociation = z.infer<typeof MetaEventAssociation>;

/** A ticket of mine was looked at, on whichever of my screens: it is unseen no more. */
export const TicketSeen = /* @__PURE__ */ z.object({ ticketId: Id });

/** A conversation's ticket (communications, section 3). */
export const TicketLink = /* @__PURE__ */ z.object({ ticketId: Id, ticketRefNumber: z.string(), conversationId: Id });
export type TicketLink = z.infer<typeof TicketLink>;
