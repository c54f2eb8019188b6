import type { RoomFilters } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount } from '../../../test/people.ts';
import { listRooms } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import { receiveText } from '../receive.ts';
import type { TaggedConversations } from './narrowed.ts';
import { rowsIn } from './rows.ts';

let database: TestDatabase;
let account: TestAccount;
let elena: Actor;
let petar: Actor;
let boss: Actor;
let roomId: string;
let mailQueue: string;

beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  const { deps } = givenRooms(database.db);
  [elena, petar] = [await account.agent('Elena'), await account.agent('Petar')];
  boss = await account.agent('Boss', { role: 'supervisor', inQueue: false });
  const visitor = await account.visitor('Maria');
  ({ roomId } = visitor);
  await receiveText(deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await takeAs(deps, elena, roomId);
  mailQueue = await besides(roomId);
});
afterAll(() => database.drop());

/** Beside what Elena talks about in the chat, an e-mail of the same customer waits in a queue of its own. @returns that queue */
async function besides(room_id: string): Promise<string> {
  const { accountId: account_id } = account;
  const [queueId, conversationId, channelId] = [newId(), newId(), newId()];
  await database.db.inAccount(account_id, async (tx) => {
    await tx.insertInto('queues').values({ id: queueId, account_id, name: 'Mail' }).execute();
    const { contact_id } = await tx.selectFrom('rooms').select('contact_id').where('id', '=', room_id).executeTakeFirstOrThrow();
    await tx
      .insertInto('conversations')
      .values({ id: conversationId, account_id, room_id, state: 'UNASSIGNED', queue_id: queueId, change: 0 })
      .execute();
    await tx.insertInto('waiting').values({ account_id, room_id, conversation_id: conversationId, queue_id: queueId }).execute();
    await tx
      .insertInto('contact_channels')
      .values({
        id: channelId,
        account_id,
        room_id,
        contact_id: contact_id ?? '',
        channel_application_id: account.widgetId,
        type: 'EMAIL',
        address: 'maria@example.com',
      })
      .execute();
    await tx
      .insertInto('conversation_channels')
      .values({ account_id, conversation_id: conversationId, contact_channel_id: channelId, open: true })
      .execute();
  });
  return queueId;
}

const reader = () => database.db.reader(account.accountId);
const query = {
  page: 0,
  size: 30,
  sort: 'lastEventTimestamp,desc',
  include: 'CONVERSATIONS',
  room_state: 'ASSIGNED',
  type: 'EXTERNAL',
} as const;
const found = async (filters: RoomFilters, taggedWith?: TaggedConversations) =>
  (await listRooms(reader(), boss, { ...query, ...filters }, taggedWith)).content.map(({ id }) => id);
const counted = async (filters: RoomFilters, taggedWith?: TaggedConversations) =>
  (await rowsIn(reader(), boss, 'all', filters, taggedWith).select('rooms.id').execute()).map(({ id }) => id);

describe('a room with two open conversations', () => {
  it('is found by what one and the same of them is, in the list of all and in its counts', async () => {
    const fitting: RoomFilters[] = [
      { channel: ['LIVECHAT'], agent: [elena.userId], queue: [account.queueId], state: ['ASSIGNED'] },
      { channel: ['EMAIL'], queue: [mailQueue], state: ['UNASSIGNED'] },
      { state: ['UNASSIGNED'] },
      { channel: ['EMAIL', 'LIVECHAT'], queue: [account.queueId] },
    ];
    for (const filters of fitting)
      expect([await found(filters), await counted(filters)], JSON.stringify(filters)).toEqual([[roomId], [roomId]]);
    const others: RoomFilters[] = [
      { channel: ['EMAIL'], agent: [elena.userId] },
      { channel: ['LIVECHAT'], queue: [mailQueue] },
      { agent: [elena.userId], state: ['UNASSIGNED'] },
      { queue: [account.queueId], state: ['UNASSIGNED'] },
      { agent: [petar.userId] },
      { state: ['RESOLVED'] },
    ];
    for (const filters of others) expect([await found(filters), await counted(filters)], JSON.stringify(filters)).toEqual([[], []]);
  });

  it('is found by the tags of one and the same of them, which whoever keeps tags names; nobody does, and none is found', async () => {
    const [urgent, lamps] = [newId(), newId()];
    // On the chat, which Elena holds.
    const kept: TaggedConversations = (tagIds) => sql`
      select c.id from conversations c where c.assigned_user_id = ${elena.userId}::uuid and ${urgent}::uuid = any(${tagIds}::uuid[])`;
    const fitting: RoomFilters[] = [{ tag: [urgent] }, { tag: [lamps, urgent], channel: ['LIVECHAT'] }];
    for (const filters of fitting)
      expect([await found(filters, kept), await counted(filters, kept)], JSON.stringify(filters)).toEqual([[roomId], [roomId]]);
    const others: RoomFilters[] = [{ tag: [lamps] }, { tag: [urgent], channel: ['EMAIL'] }];
    for (const filters of others)
      expect([await found(filters, kept), await counted(filters, kept)], JSON.stringify(filters)).toEqual([[], []]);
    expect([await found({ tag: [urgent] }), await counted({ tag: [urgent] })]).toEqual([[], []]);
  });
});
