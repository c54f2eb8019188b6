import * as z from 'zod/mini';
import { Id, Instant } from './primitives.ts';

/** Channel types (communications, section 9). PHONE is the type of calls. */
export const ChannelType = z.enum(['EMAIL', 'LIVECHAT', 'FACEBOOK', 'INTERNAL', 'VIBER_PUBLIC', 'VIBER', 'WHATSAPP', 'SMS', 'PHONE']);
export type ChannelType = z.infer<typeof ChannelType>;

/** One address at which the room's contact can be reached, as everybody sees it (communications, section 3). */
export const RoomChannel = z.object({
  channelId: Id,
  channelType: ChannelType,
  channelApplicationId: Id,
  /** What our end of it is called. */
  name: z.string(),
  /** When something was last said on it, by either side. */
  timestamp: Instant,
  /** The customer's, where it is one. */
  phoneNumber: z.optional(z.string()),
  emailAddress: z.optional(z.string()),
  /** The customer has left it: nothing reaches them on it until they subscribe again, or write. */
  unsubscribed: z.optional(z.literal(true)),
  /** Our end of it holds no conversations any more: it was switched off, or only sends out. */
  closed: z.optional(z.literal(true)),
  /** Of a name or a short code that has written where people have numbers: what it is called. Nobody can answer it. */
  sender: z.optional(z.string()),
});
export type RoomChannel = z.infer<typeof RoomChannel>;

/**
 * What one user may do on a channel of a room as it stands, by the names of the specification (communications, sections 3 and 4). `isStartingANewConversation` is
 * the mark of a window that has asked and has no answer yet: the server, which knows of none, always says no.
 */
export const ChannelFlags = z.object({
  enabled: z.boolean(),
  isInConversation: z.boolean(),
  coversationCanStart: z.boolean(),
  conversationCanBeAdded: z.boolean(),
  cannotMessage: z.boolean(),
  cannotMessageKey: z.nullable(z.string()),
  assignedUserId: z.nullable(Id),
  isStartingANewConversation: z.boolean(),
});

/** Channels whose addresses are telephone numbers. */
export const numberChannels: ReadonlySet<ChannelType> = /* @__PURE__ */ new Set(['VIBER', 'WHATSAPP', 'SMS', 'PHONE']);

/** Our end of a channel: one mailbox, number, page, bot, sender or widget of the account (communications, section 3). */
export const ChannelApplication = z.object({
  id: Id,
  type: ChannelType,
  name: z.string(),
  /** ONE_WAY: over it one only sends, and no conversation is held. Those are left out wherever conversations are begun or looked for. */
  communicationType: z.enum(['TWO_WAY', 'ONE_WAY']),
});
export type ChannelApplication = z.infer<typeof ChannelApplication>;

/** Conversations are held over it. */
export const isTwoWay = ({ communicationType }: Pick<ChannelApplication, 'communicationType'>): boolean => communicationType === 'TWO_WAY';

const NUMBERED = /* @__PURE__ */ new Set<ChannelType>(['SMS', 'VIBER']);

/** An address on a channel of text messages that is no number (E.164) but a name or a short code: a bank's, a shop's. */
export const isNameOrCode = (type: ChannelType, address: string): boolean => NUMBERED.has(type) && !address.startsWith('+');
