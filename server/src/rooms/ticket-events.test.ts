import type { TicketLink } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenRecordedTalk, type RecordedTalk } from '../../test/recorded-talk.ts';
import { newId } from '../platform/clock.ts';
import { recordTicketDeed, type TicketDeed, tellTicketSeen } from './ticket-events.ts';

let talk: RecordedTalk;
beforeAll(async () => {
  talk = await givenRecordedTalk();
});
afterAll(() => talk.database.drop());

it('a ticket that is made, attached, exchanged and taken away is an entry of the history each time, and what the rule refuses leaves none', async () => {
  const { elena, conversationId } = talk;
  const link = (ticketRefNumber: string): TicketLink => ({ ticketId: newId(), ticketRefNumber, conversationId });
  const [first, second] = [link('T-1'), link('T-2')];
  const done = (links: readonly TicketLink[], deed: TicketDeed) => talk.record((work) => recordTicketDeed(work, links, deed, elena));
  await done([], { deed: 'CREATE', ticketRefNumber: 'T-1' });
  await done([], { deed: 'ATTACH', link: first });
  await expect(done([first], { deed: 'ATTACH', link: second })).rejects.toMatchObject({ key: 'TICKET_LINKED_ALREADY' });
  await done([first], { deed: 'CHANGE', link: second, removed: first });
  await expect(done([], { deed: 'CHANGE', link: second, removed: first })).rejects.toMatchObject({ key: 'TICKET_NOT_LINKED' });
  await expect(done([second], { deed: 'REMOVE', link: first })).rejects.toMatchObject({ key: 'TICKET_NOT_LINKED' });
  await done([second], { deed: 'REMOVE', link: second });
  await expect(done([], { deed: 'ATTACH', link: { ...first, conversationId: newId() } })).rejects.toMatchObject({
    key: 'CONVERSATION_NOT_FOUND',
  });
  expect(await talk.recorded(5)).toEqual([
    ['TICKET_CREATED', 'T-1', elena.userId],
    ['TICKET_CONVERSATION_ADDED', 'T-1', elena.userId],
    ['TICKET_CONVERSATION_REMOVED', 'T-1', elena.userId],
    ['TICKET_CONVERSATION_ADDED', 'T-2', elena.userId],
    ['TICKET_CONVERSATION_REMOVED', 'T-2', elena.userId],
  ]);
});

it('a ticket that somebody has looked at is told to their own screens once that is stored, and to nobody else', async () => {
  const { rooms, account, elena } = talk;
  const [mine, others] = [await rooms.screenOf(elena), await rooms.screenOf(await account.agent('Otto'))];
  const ticketId = newId();
  const look = (isStored: boolean) =>
    talk.record(async ({ tx }) => {
      tellTicketSeen(rooms.deps, tx, elena.userId, ticketId);
      if (!isStored) throw new Error('it was not stored');
    });
  await expect(look(false)).rejects.toThrow('it was not stored');
  expect(mine.of('TicketSeen')).toEqual([]);
  await look(true);
  expect([mine.of('TicketSeen'), others.of('TicketSeen')]).toEqual([[{ ticketId }], []]);
});
