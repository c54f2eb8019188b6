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
export const conversationsWithTicket = (links: readonly TicketLink[]): readonly string[] => [
  ...new Set(links.map(({ conversationId }) => conversationId)),
];
