import type { AssignmentReason, RoomEvent } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms, receiveText } from '../rooms/index.ts';
import { newestEvents } from '../rooms/reading/history.ts';
import { resolveConversation } from '../rooms/resolve.ts';
import { giveOut } from './give-out.ts';
import { transferConversation } from './transfer.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
});

/** In the default queue, with this skill and the application open. */
async function readyAgent(name: string, skill: number, queueId = account.queueId): Promise<Actor> {
  const agent = await account.agent(name, { inQueue: false });
  await database.db.inAccount(account.accountId, async (tx) => {
    const member = { account_id: account.accountId, user_id: agent.userId };
    await tx
      .insertInto('queue_members')
      .values({ ...member, queue_id: queueId, skill })
      .execute();
    await tx
      .insertInto('presence_leases')
      .values({ ...member, server_id: newId() })
      .execute();
    await tx.updateTable('user_presence').set({ chat_status: 'ready' }).where('user_id', '=', agent.userId).execute();
  });
  return agent;
}

const strategy = (named: string) =>
  database.db.inAccount(account.accountId, (tx) =>
    tx.updateTable('queues').set({ strategy: named }).where('id', '=', account.queueId).execute(),
  );

async function write(): Promise<string> {
  const visitor = await account.visitor('Vera');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.roomId;
}

const conversations = () =>
  database.db
    .reader(account.accountId)
    .selectFrom('conversations')
    .select(['id', 'room_id', 'assigned_user_id'])
    .orderBy('created_at')
    .execute();

describe('an assignment by a queue', () => {
  it('says the queue, its strategy, how many could have got it, and the skill and load of the chosen one; entering says the queue', async () => {
    await strategy('SKILL');
    const [, boris] = [await readyAgent('Ana', 3), await readyAgent('Boris', 8), await readyAgent('Cveta', 3)];
    const roomId = await write();
    const screen = await rooms.screenOf(boris);
    expect(await giveOut(database.db, account.accountId)).toEqual({ given: 1, meant: 1, hasMore: false, opensAt: null });
    const queue = { id: account.queueId, name: 'General' };
    const why: AssignmentReason = {
      queue,
      strategy: 'SKILL',
      chosen: { candidates: 3, skill: 8, inHand: 0, loadBefore: 0, loadAfter: 20 },
    };
    // The frame of that moment and the history read later say the same.
    expect(screen.of('Assign')).toMatchObject([{ event: { eventData: { type: 'USER_ASSIGNED', assignment: why } } }]);
    const page = { roomId, privateMessages: false, size: 10 };
    const { content } = await newestEvents(database.db.reader(account.accountId), boris, page);
    const events = content.map((json) => JSON.parse(json) as RoomEvent);
    const told = Object.fromEntries(events.map(({ eventData }) => [eventData.type, eventData.assignment]));
    expect(told).toEqual({
      CREATE: undefined,
      ENTER_QUEUE: { queue, strategy: 'SKILL', chosen: null },
      MESSAGE: undefined,
      USER_ASSIGNED: why,
    });
    // The customer's side is told of neither.
    expect(JSON.stringify(rooms.told.filter(([kind]) => kind !== 'stored'))).not.toContain('SKILL');
  });

  it('goes to the agent whom this customer had last in this queue while that one is ready, and says so; else by the strategy', async () => {
    await strategy('SKILL');
    const ana = await readyAgent('Ana', 3);
    const visitor = await account.visitor('Vera');
    const comesBack = async (): Promise<[string | null, boolean | undefined]> => {
      await receiveText(rooms.deps, { ...visitor, text: 'Hello again', clientMessageId: messageId() });
      await giveOut(database.db, account.accountId);
      const { id, assigned_user_id: holder } = await open();
      const { rows } = await sql<{ had: boolean | undefined }>`
        select (assignment -> 'chosen' ->> 'hadBefore')::boolean as had from events
        where type = 'USER_ASSIGNED' and conversation_id = ${id}`.execute(database.db.reader(account.accountId));
      await inRooms(database.db, account.accountId, (tx) =>
        resolveConversation(tx, { ...ana, userId: holder ?? '' }, { roomId: visitor.roomId, conversationId: id }),
      );
      return [holder, rows[0]?.had ?? undefined];
    };
    const open = () =>
      database.db
        .reader(account.accountId)
        .selectFrom('conversations')
        .select(['id', 'assigned_user_id'])
        .where('state', '<>', 'RESOLVED')
        .executeTakeFirstOrThrow();
    expect(await comesBack()).toEqual([ana.userId, undefined]);
    const boris = await readyAgent('Boris', 9);
    expect(await comesBack()).toEqual([ana.userId, true]);
    const choose = (status: string) =>
      database.db.inAccount(account.accountId, (tx) =>
        tx.updateTable('user_presence').set({ chat_status: status }).where('user_id', '=', ana.userId).execute(),
      );
    await choose('break');
    expect(await comesBack()).toEqual([boris.userId, undefined]);
    // The last one counts, whoever was before.
    await choose('ready');
    expect(await comesBack()).toEqual([boris.userId, true]);
    // Of two with the same skill it would be the one who was given something longest ago; Boris hands it to the queue, and it is nobody's then.
    await database.db.inAccount(account.accountId, (tx) => tx.updateTable('queue_members').set({ skill: 9 }).execute());
    await receiveText(rooms.deps, { ...visitor, text: 'And again', clientMessageId: messageId() });
    await giveOut(database.db, account.accountId);
    const { id: conversationId, assigned_user_id: holder } = await open();
    expect(holder).toBe(boris.userId);
    const to = { type: 'QUEUE', queueId: account.queueId } as const;
    const from = { roomId: visitor.roomId, conversationId, expectedUserId: boris.userId, expectedQueueId: account.queueId };
    const handedOn = { ...from, to, clientTransferId: messageId() };
    await inRooms(database.db, account.accountId, (tx) => transferConversation(tx, rooms.bus, boris, handedOn));
    await giveOut(database.db, account.accountId);
    expect((await open()).assigned_user_id).toBe(ana.userId);
  });

  it('goes by the weight of the heaviest channel, as the account chose it', async () => {
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update accounts set settings = '{"capacityWeights": {"LIVECHAT": 40}}' where id = ${account.accountId}`.execute(tx),
    );
    const ana = await readyAgent('Ana', 5);
    for (let count = 0; count < 4; count++) await write();
    expect((await giveOut(database.db, account.accountId)).given).toBe(2);
    const [first] = await conversations();
    // The first becomes a call as well, which takes the whole of her.
    await database.db.inAccount(account.accountId, async (tx) => {
      const row = await tx
        .selectFrom('contact_channels')
        .selectAll()
        .where('room_id', '=', first?.room_id ?? '')
        .executeTakeFirstOrThrow();
      const id = newId();
      await tx
        .insertInto('contact_channels')
        .values({ ...row, id, type: 'PHONE', address: id })
        .execute();
      const channel = { account_id: account.accountId, conversation_id: first?.id ?? '', contact_channel_id: id };
      await tx.insertInto('conversation_channels').values(channel).execute();
    });
    const second = (await conversations())[1];
    await inRooms(database.db, account.accountId, (tx) =>
      tx
        .updateTable('conversations')
        .set({ state: 'UNASSIGNED', assigned_user_id: null })
        .where('id', '=', second?.id ?? '')
        .execute(),
    );
    // One of 40 would have fitted twice beside another of 40, and does not fit beside a call.
    expect((await giveOut(database.db, account.accountId)).given).toBe(0);
    expect((await conversations()).filter((one) => one.assigned_user_id === ana.userId)).toHaveLength(1);
  });

  it('is not kept back by what waits before it in a queue of which nobody is there', async () => {
    const elsewhere = newId();
    await database.db.inAccount(account.accountId, (tx) =>
      tx.insertInto('queues').values({ id: elsewhere, account_id: account.accountId, name: 'Repairs' }).execute(),
    );
    const ana = await readyAgent('Ana', 5, elsewhere);
    const roomId = await write();
    await database.db.inAccount(account.accountId, async (tx) => {
      // Two hundred and more of the default queue, of which nobody is ready, stand before it.
      const { conversation_id: id } = await tx.selectFrom('waiting').select('conversation_id').executeTakeFirstOrThrow();
      const copies = Array.from({ length: 250 }, newId);
      await sql`
        insert into conversations (id, account_id, room_id, state, queue_id, change)
        select copy, account_id, room_id, state, queue_id, change from conversations, unnest(${copies}::uuid[]) copy where id = ${id}`.execute(
        tx,
      );
      await sql`
        insert into waiting (conversation_id, account_id, room_id, queue_id)
        select copy, account_id, room_id, queue_id from waiting, unnest(${copies}::uuid[]) copy where conversation_id = ${id}`.execute(tx);
      await tx.updateTable('waiting').set({ queue_id: elsewhere }).where('conversation_id', '=', id).execute();
      await tx.updateTable('conversations').set({ queue_id: elsewhere }).where('id', '=', id).execute();
      await sql`update waiting set place = default where conversation_id = ${id}`.execute(tx);
    });
    expect((await giveOut(database.db, account.accountId)).given).toBe(1);
    expect((await conversations()).find((one) => one.room_id === roomId && one.assigned_user_id !== null)?.assigned_user_id).toBe(
      ana.userId,
    );
  });

  it('remembers in which order the agents were served, also of the same millisecond', async () => {
    const agents = [];
    for (const name of ['A', 'B', 'C', 'D']) agents.push(await readyAgent(name, 5));
    for (let count = 0; count < 4; count++) await write();
    await giveOut(database.db, account.accountId);
    const order = (await conversations()).map((one) => one.assigned_user_id);
    for (let count = 0; count < 4; count++) await write();
    await giveOut(database.db, account.accountId);
    expect((await conversations()).slice(4).map((one) => one.assigned_user_id)).toEqual(order);
    expect(new Set(order)).toEqual(new Set(agents.map(({ userId }) => userId)));
  });

  it('follows at once when somebody gives away what filled them', async () => {
    const ana = await readyAgent('Ana', 5);
    const boris = await account.agent('Boris');
    for (let count = 0; count < 6; count++) await write();
    await giveOut(database.db, account.accountId);
    const woken: string[] = [];
    rooms.bus.subscribe('waiting', ({ accountId }: { accountId: string }) => void woken.push(accountId));
    const held = (await conversations()).find((one) => one.assigned_user_id === ana.userId);
    await inRooms(database.db, account.accountId, (tx) =>
      assignByPerson(tx, ana, {
        roomId: held?.room_id ?? '',
        conversationId: held?.id ?? '',
        userId: boris.userId,
        expectedUserId: ana.userId,
      }),
    );
    expect(woken).toEqual([account.accountId]);
    expect((await giveOut(database.db, account.accountId)).given).toBe(1);
  });
});
