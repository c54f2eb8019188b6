import { expect, it } from 'vitest';
import { conversationsWithTicket, ticketLinkRefusal } from './ticket-link.ts';

const link = (ticketId: string, conversationId = 'c1') => ({ ticketId, ticketRefNumber: `T-${ticketId}`, conversationId });

it('attaching a ticket needs that there is none, changing and removing need one', () => {
  const of = (links: ReturnType<typeof link>[]) => (['ATTACH', 'CHANGE', 'REMOVE'] as const).map((deed) => ticketLinkRefusal(links, deed));
  expect(of([])).toEqual([null, 'TICKET_NOT_LINKED', 'TICKET_NOT_LINKED']);
  expect(of([link('1')])).toEqual(['TICKET_LINKED_ALREADY', null, null]);
});

it('a conversation with a ticket is named once', () => {
  expect(conversationsWithTicket([link('1'), link('2'), link('3', 'c2')])).toEqual(['c1', 'c2']);
});
