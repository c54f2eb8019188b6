import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { workingTime } from '../../test/timeslots.ts';
import type { Actor } from '../accounts/index.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms, receiveText } from '../rooms/index.ts';
import { goOffline } from './go-offline.ts';
import { setChatStatus } from './presence.ts';
import { createTimeslot } from './timeslots/timeslots.ts';

/** More than the pool has connections. */
const AGENTS = 12;

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let other: TestAccount;
let elsewhere: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  elsewhere = new pg.Client({ connectionString: database.ownerUrl });
  await elsewhere.connect();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  other = await givenAccount(database.db, 'Orion');
});
afterAll(async () => {
  await elsewhere.end();
  await database.drop();
});

const deps = () => ({ db: database.db, bus: rooms.bus, hub: createHub(rooms.bus), log: openLog('silent') });
const roomsOf = ({ accountId }: TestAccount) => database.db.reader(accountId).selectFrom('rooms').select('id').execute();

async function givenHeld(boss: Actor, userId: string, name: string): Promise<string> {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { roomId } = visitor;
  const on = database.db.reader(account.accountId);
  const { id: conversationId } = await on.selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
  await inRooms(database.db, account.accountId, (tx) => assignByPerson(tx, boss, { roomId, conversationId, userId, expectedUserId: null }));
  return conversationId;
}

it('everybody of an account who goes offline at once gets there, and no other account waits for it', async () => {
  const boss = await account.agent('Boss', { role: 'supervisor', inQueue: false });
  const agents: Actor[] = [];
  for (let n = 0; n < AGENTS; n++) agents.push(await account.agent(`Agent ${n}`));
  const came: string[] = [];
  for (const agent of agents) {
    await setChatStatus(deps(), agent, 'ready');
    for (let n = 0; n < 2; n++) came.push(await givenHeld(boss, agent.userId, `Customer ${came.length}`));
  }
  // Another server gives out in this account meanwhile.
  const key = [`give-out:${account.accountId}`];
  await elsewhere.query('select pg_advisory_lock(hashtextextended($1, 0))', key);
  const leaving = Promise.all(agents.map((agent) => goOffline(deps(), agent, true)));
  expect(await roomsOf(other)).toEqual([]);
  await elsewhere.query('select pg_advisory_unlock(hashtextextended($1, 0))', key);
  expect((await leaving).map(({ status }) => status)).toEqual(agents.map(() => 'offline'));
  const waiting = database.db.reader(account.accountId).selectFrom('waiting').select('conversation_id').orderBy('place');
  expect((await waiting.execute()).map((row) => row.conversation_id)).toEqual(came);
});

it('admins who change much of an account at once, one after another, keep no other account waiting', async () => {
  const { accountId } = account;
  const admin = await account.agent('Ana', { role: 'admin', inQueue: false });
  const doer = { actor: { id: admin.userId, name: admin.name, role: admin.role }, address: '', requestId: '' };
  const names = Array.from({ length: AGENTS }, (_, n) => `Slot ${String(n).padStart(2, '0')}`);
  await elsewhere.query('begin');
  await elsewhere.query('select from accounts where id = $1 for update', [accountId]);
  const making = Promise.all(names.map((name) => createTimeslot(deps(), doer, accountId, { name, workingTime: workingTime() })));
  expect(await roomsOf(other)).toEqual([]);
  await elsewhere.query('commit');
  expect((await making).map(({ name }) => name)).toEqual(names);
});

it('what an agent gives back stands where it stood, also what never waited', async () => {
  const boss = await account.agent('Boss', { role: 'supervisor', inQueue: false });
  const agent = await account.agent('Agent');
  const held: string[] = [];
  for (let n = 0; n < 4; n++) held.push(await givenHeld(boss, agent.userId, `Customer ${n}`));
  const [, second, third] = held;
  await database.db.inAccount(account.accountId, (tx) =>
    tx
      .updateTable('conversations')
      .set({ queue_place: null })
      .where('id', 'in', [second as string, third as string])
      .execute(),
  );
  await goOffline(deps(), agent, true);
  const on = database.db.reader(account.accountId);
  const waiting = await on.selectFrom('waiting').select(['conversation_id', 'queue_id']).orderBy('place').execute();
  // Those that never waited come before all that began later, and so before the fourth; the first stood before them already.
  expect(waiting.map((row) => row.conversation_id)).toEqual(held);
  expect(new Set(waiting.map((row) => row.queue_id))).toEqual(new Set([account.queueId]));
  const entries = await on.selectFrom('events').select(['reason', 'origin_id']).where('type', '=', 'ENTER_QUEUE').orderBy('seq').execute();
  const back = entries.filter(({ reason }) => reason === 'QUEUE_REASON_AGENT_OFFLINE');
  expect(back).toEqual(held.map(() => ({ reason: 'QUEUE_REASON_AGENT_OFFLINE', origin_id: agent.userId })));
  const takePart = await on.selectFrom('participants').select('id').where('type', '=', 'USER').execute();
  expect(takePart).toEqual([]);
});
