import type { TicketLink } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import { newId } from '../platform/clock.ts';
import { receiveText } from './receive.ts';
import { recordTicketDeed, type TicketDeed } from './ticket-events.ts';
import { inRooms, roomWork } from './work.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
});
afterAll(() => database.drop());

it('a ticket that is made, attached, exchanged and taken away is an entry of the history each time, and what the rule refuses leaves none', async () => {
  const elena = await account.agent('Elena');
  const visitor = await account.visitor('Mira');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { roomId } = visitor;
  const on = database.db.reader(account.accountId);
  const { id: conversationId } = await on.selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
  const link = (ticketRefNumber: string): TicketLink => ({ ticketId: newId(), ticketRefNumber, conversationId });
  const [first, second] = [link('T-1'), link('T-2')];
  const done = (links: readonly TicketLink[], deed: TicketDeed) =>
    inRooms(database.db, account.accountId, async (tx) =>
      recordTicketDeed(await roomWork(tx, account.accountId, roomId), links, deed, elena),
    );
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
  const { content } = await newestEvents(on, roomId, false, 5);
  expect(content.map(({ eventData, origin }) => [eventData.type, eventData.modifiedValue, origin.id])).toEqual([
    ['TICKET_CREATED', 'T-1', elena.userId],
    ['TICKET_CONVERSATION_ADDED', 'T-1', elena.userId],
    ['TICKET_CONVERSATION_REMOVED', 'T-1', elena.userId],
    ['TICKET_CONVERSATION_ADDED', 'T-2', elena.userId],
    ['TICKET_CONVERSATION_REMOVED', 'T-2', elena.userId],
  ]);
});
