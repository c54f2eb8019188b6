import { expect, it } from 'vitest';
import { conversationsWithTicket, ticketLinkRefusal, withTicketEvent } from './ticket-link.ts';

const link = (ticketId: string, conversationId = 'c1') => ({ ticketId, ticketRefNumber: `T-${ticketId}`, conversationId });

it('attaching a ticket needs that there is none, changing and removing need one', () => {
  const of = (links: ReturnType<typeof link>[]) => (['ATTACH', 'CHANGE', 'REMOVE'] as const).map((deed) => ticketLinkRefusal(links, deed));
  expect(of([])).toEqual([null, 'TICKET_NOT_LINKED', 'TICKET_NOT_LINKED']);
  expect(of([link('1')])).toEqual(['TICKET_LINKED_ALREADY', null, null]);
});

it('a conversation with a ticket is named once', () => {
  expect(conversationsWithTicket([link('1'), link('2'), link('3', 'c2')])).toEqual(['c1', 'c2']);
});

it('links go on by the entries of the history that tell of them, and by no other', () => {
  const entry = (type: string, modifiedValue: string | null, conversationId: string | null = 'c1') =>
    ({ conversationId, eventData: { type, modifiedValue } }) as Parameters<typeof withTicketEvent>[1];
  const [one, two] = [
    { conversationId: 'c1', ticketRefNumber: 'T-1' },
    { conversationId: 'c1', ticketRefNumber: 'T-2' },
  ];
  const linked = [entry('TICKET_CONVERSATION_ADDED', 'T-1'), entry('TICKET_CONVERSATION_ADDED', 'T-1')].reduce(withTicketEvent, []);
  expect(linked).toEqual([one]);
  expect(withTicketEvent([one], entry('TICKET_CONVERSATION_ADDED', 'T-2'))).toEqual([one, two]);
  expect(withTicketEvent([one, two], entry('TICKET_CONVERSATION_REMOVED', 'T-1'))).toEqual([two]);
  const others = [
    entry('TICKET_CREATED', 'T-3'),
    entry('TAG_ADDED', 'T-3'),
    entry('TICKET_CONVERSATION_ADDED', null),
    entry('TICKET_CONVERSATION_REMOVED', 'T-1', null),
    entry('TICKET_CONVERSATION_REMOVED', 'T-1', 'c2'),
  ];
  expect(others.reduce(withTicketEvent, [one])).toEqual([one]);
});
