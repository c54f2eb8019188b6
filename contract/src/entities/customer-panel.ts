import * as z from 'zod/mini';
import { ConversationChannel } from './conversation.ts';
import { EventDataType, OriginType, RoomEvent } from './event.ts';
import { Id, Instant } from './primitives.ts';

/**
 * The blocks beside the talk, in the order in which they stand until somebody chooses another: what is known of the customer, notes worth
 * knowing, ways to reach them, open conversations, the site's pages, past conversations, chats of colleagues about them.
 */
export const CustomerBlock = z.enum(['DETAILS', 'NOTES', 'CHANNELS', 'OPEN', 'PAGES', 'PAST', 'DISCUSSIONS']);
export type CustomerBlock = z.infer<typeof CustomerBlock>;

const Order = z.array(CustomerBlock).check(
  z.maxLength(CustomerBlock.options.length),
  z.refine((order) => new Set(order).size === order.length, { error: 'FIELD_TWICE' }),
);

/** How somebody arranged the blocks: those that are not named stand where they stand for everybody. */
export const CustomerPanel = z.object({ order: Order, folded: z.array(CustomerBlock) });
export type CustomerPanel = z.infer<typeof CustomerPanel>;

/** What of it is chosen anew: the order as a whole, each block's folding for itself. */
export const CustomerPanelChange = z.partial(
  z.object({
    order: Order,
    folded: z.partial(
      z.object({
        DETAILS: z.boolean(),
        NOTES: z.boolean(),
        CHANNELS: z.boolean(),
        OPEN: z.boolean(),
        PAGES: z.boolean(),
        PAST: z.boolean(),
        DISCUSSIONS: z.boolean(),
      }),
    ),
  }),
);
export type CustomerPanelChange = z.infer<typeof CustomerPanelChange>;

/** As it is until somebody chooses. */
export const defaultCustomerPanel: CustomerPanel = { order: [], folded: [] };

/** The arrangement with what is chosen anew. */
export function changedPanel(panel: CustomerPanel, { order = panel.order, folded = {} }: CustomerPanelChange): CustomerPanel {
  return { order, folded: CustomerBlock.options.filter((block) => folded[block] ?? panel.folded.includes(block)) };
}

/** A private note that stands beside the talk, and who wanted it there. */
export const PinnedNote = z.object({ event: RoomEvent, byId: Id, byName: z.string(), at: Instant });
export type PinnedNote = z.infer<typeof PinnedNote>;

/** A resolved conversation of a room: with whom it was, how it ended, and where in the history it begins. */
export const PastConversation = z.object({
  id: Id,
  /** Who held it last. */
  assignedUserId: z.nullable(Id),
  channels: z.array(ConversationChannel),
  createdAt: Instant,
  resolvedAt: Instant,
  /** Its first entry in the room's history. */
  firstEventId: z.nullable(Id),
  /** What the customer began with; null where they did not write. */
  firstMessage: z.nullable(z.object({ type: EventDataType, text: z.nullable(z.string()) })),
  ending: z.nullable(
    z.object({
      /** By itself, after a time in which nothing was said. */
      isAutomatic: z.boolean(),
      originType: OriginType,
      byId: z.nullable(Id),
      byName: z.nullable(z.string()),
      /** A key of the text catalogue. */
      reason: z.nullable(z.string()),
    }),
  ),
});
export type PastConversation = z.infer<typeof PastConversation>;
