import type { RoomEvent } from './entities/event.ts';
import type { TicketLink } from './entities/meta-event.ts';

/**
 * Why a ticket may not be linked so in a room, given the links that it has (communications, section 5): a second one is not attached, and what is not there is
 * neither changed nor removed. Null where it may.
 */
export function ticketLinkRefusal(
  links: readonly TicketLink[],
  deed: 'ATTACH' | 'CHANGE' | 'REMOVE',
): 'TICKET_LINKED_ALREADY' | 'TICKET_NOT_LINKED' | null {
  if (deed === 'ATTACH') return links.length > 0 ? 'TICKET_LINKED_ALREADY' : null;
  return links.length === 0 ? 'TICKET_NOT_LINKED' : null;
}

/** The conversations of a room that have a ticket, as a client holds them (communications, section 3). */
export const conversationsWithTicket = (links: readonly TicketOfConversation[]): readonly string[] => [
  ...new Set(links.map(({ conversationId }) => conversationId)),
];

/** What the room's history tells of a link. */
export type TicketOfConversation = Pick<TicketLink, 'ticketRefNumber' | 'conversationId'>;

/** The links of a room after one more entry of its history: TICKET_CONVERSATION_ADDED and TICKET_CONVERSATION_REMOVED, every other changes none. */
export function withTicketEvent(
  links: readonly TicketOfConversation[],
  { conversationId, eventData: { type, modifiedValue } }: Pick<RoomEvent, 'conversationId' | 'eventData'>,
): readonly TicketOfConversation[] {
  const isAdded = type === 'TICKET_CONVERSATION_ADDED';
  if ((!isAdded && type !== 'TICKET_CONVERSATION_REMOVED') || conversationId === null || modifiedValue === null) return links;
  const others = links.filter((link) => link.conversationId !== conversationId || link.ticketRefNumber !== modifiedValue);
  return isAdded ? [...others, { conversationId, ticketRefNumber: modifiedValue }] : others;
}
