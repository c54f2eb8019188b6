import type { ErrorBody, QueueDetails, QueueSummary, Room } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openSocket, replacing, type SignedInPerson, startAdministration } from '../../test/administration.ts';
import { givenAccount, givenRooms, messageId, type TestRooms } from '../../test/people.ts';
import { givenTimeslot } from '../../test/timeslots.ts';
import { TestVisitor } from '../../test/visitor.ts';
import { newId } from '../platform/clock.ts';
import { assignByPerson, inRooms, receiveText, resolveAs, takeAs } from '../rooms/index.ts';
import { defaultQueue } from '../routing/index.ts';

let rooms: TestRooms;
let given: Administration;
let dora: SignedInPerson;
let emil: SignedInPerson;
let base: string;
beforeAll(async () => {
  given = await startAdministration();
  rooms = givenRooms(given.app.database.db);
  [dora, emil] = [await given.person('Dora'), await given.person('Emil', { inQueue: false })];
  base = `/accounts/${given.account.accountId}/queues`;
}, 60_000);
afterAll(() => given.close());

const member = (of: SignedInPerson, skill = 5, jobTitle = 'Agent') => ({ userId: of.actor.userId, skill, jobTitle });
const make = (body: Record<string, unknown>, token = given.ana.token) => given.call<QueueDetails>(token, 'POST', base, body);
const change = (id: string, fields: Record<string, unknown>, token = given.ana.token) =>
  given.call<QueueDetails>(token, 'PATCH', `${base}/${id}`, replacing(fields));
const remove = (id: string) =>
  given.call<{ errors: Array<{ params: Record<string, unknown> }> }>(given.ana.token, 'DELETE', `${base}/${id}`);
const list = async (query = '') =>
  (await given.call<{ content: QueueSummary[]; totalElements: number }>(given.ana.token, 'GET', `${base}${query}`)).body;

/** A conversation that waits in the default queue. */
async function write(name: string): Promise<string> {
  const visitor = await given.account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.roomId;
}

/** Until flows route, everything enters the default queue: so that something waits in another one. */
const moveInto = (queueId: string, roomId: string) =>
  given.app.database.db.inAccount(given.account.accountId, async (tx) => {
    await tx.updateTable('conversations').set({ queue_id: queueId }).where('room_id', '=', roomId).execute();
    await tx.updateTable('waiting').set({ queue_id: queueId }).where('room_id', '=', roomId).execute();
    await tx.updateTable('room_access').set({ subject_id: queueId }).where('room_id', '=', roomId).execute();
    await sql`update rooms set access_no = access_no + 1 where id = ${roomId}`.execute(tx);
  });

describe('a queue', () => {
  it('is made with everything or with its name alone, is listed with agents and waiting, and is told in the trail', async () => {
    const full = { name: 'Orders', description: 'Where is it?', strategy: 'SKILL', members: [member(dora, 9, 'Expert'), member(emil)] };
    const made = await make(full);
    expect(made.body).toMatchObject({
      ...full,
      isDefault: false,
      agents: 2,
      waiting: 0,
      members: [{ firstName: 'Dora', ...member(dora, 9, 'Expert') }, member(emil)],
    });
    expect((await make({ name: 'Returns' }, given.superToken)).body).toMatchObject({ description: '', strategy: 'DEFAULT', members: [] });
    const { content, totalElements } = await list('?sort=agents,desc&size=1');
    expect([content, totalElements]).toMatchObject([[{ name: 'Orders', agents: 2 }], 3]);
    expect((await list('?search=WHERE')).content.map(({ name }) => name)).toEqual(['Orders']);
    expect((await list('?strategy=DEFAULT&sort=name,desc')).content.map(({ name }) => name)).toEqual(['Returns', 'General']);
    const [newest] = (await given.trail('QUEUE_CREATED')).filter(({ entity }) => entity.name === 'Orders');
    expect(newest).toMatchObject({
      entity: { type: 'QUEUE', id: made.body.id },
      after: { strategy: 'SKILL', agents: ['Dora Test (9, Expert)', 'Emil Test (5, Agent)'] },
    });
    // What a super admin looked at stands there as well.
    await given.call(given.superToken, 'GET', `${base}/${made.body.id}`);
    const looks = (await given.trail('ACCOUNT_READ')).map(({ entity }) => entity);
    expect(looks).toContainEqual({ type: 'QUEUE', id: made.body.id, name: 'Orders' });
  });

  it('has a name of its own, in any case of letters; free again once it was deleted', async () => {
    const { body } = await make({ name: 'Billing' });
    expect((await make({ name: 'BILLING' })).key).toBe('QUEUE_NAME_TAKEN');
    const { body: other } = await make({ name: 'Invoices' });
    expect((await change(other.id, { name: 'billing' })).key).toBe('QUEUE_NAME_TAKEN');
    expect((await change(body.id, { name: 'BILLING' })).body.name).toBe('BILLING');
    expect((await remove(body.id)).status).toBe(200);
    expect((await change(other.id, { name: 'billing' })).status).toBe(200);
    expect([(await change(body.id, { name: 'x' })).key, (await remove(body.id)).key]).toEqual(['QUEUE_NOT_FOUND', 'QUEUE_NOT_FOUND']);
  });

  it('keeps to a timeslot of its own account alone, whose deletion names it; deleted itself, it needs it no longer', async () => {
    const { db } = given.app.database;
    const timeslotId = await givenTimeslot(db, given.account.accountId);
    const made = await make({ name: 'By day', timeslotId });
    expect(made.body.timeslot).toEqual({ id: timeslotId, name: `Hours ${timeslotId}` });
    expect((await list('?search=By+day')).content[0]?.timeslot?.id).toBe(timeslotId);
    expect((await change(made.body.id, { timeslotId: null })).body.timeslot).toBeNull();
    expect((await change(made.body.id, { timeslotId })).body.timeslot?.id).toBe(timeslotId);
    expect((await given.trail('QUEUE_CHANGED'))[0]).toMatchObject({
      before: { timeslot: null },
      after: { timeslot: `Hours ${timeslotId}` },
    });
    const elsewhere = await givenTimeslot(db, (await givenAccount(db, 'Vega')).accountId);
    for (const other of [elsewhere, newId()]) {
      expect(await change(made.body.id, { timeslotId: other })).toMatchObject({ status: 404, key: 'TIMESLOT_NOT_FOUND' });
      expect(await make({ name: `Q ${newId()}`, timeslotId: other })).toMatchObject({ status: 404, key: 'TIMESLOT_NOT_FOUND' });
    }
    const timeslot = `/accounts/${given.account.accountId}/timeslots/${timeslotId}`;
    expect((await given.call<ErrorBody>(given.ana.token, 'DELETE', timeslot)).body.errors).toEqual([
      { message: 'TIMESLOT_IN_USE', params: { kind: 'QUEUE', id: made.body.id, name: 'By day' } },
    ]);
    await remove(made.body.id);
    expect((await given.call(given.ana.token, 'DELETE', timeslot)).status).toBe(200);
  });

  it('overflows into another queue of its account, never into itself, and that one is not deleted meanwhile', async () => {
    const [first, goal] = [(await make({ name: 'Sales' })).body, (await make({ name: 'Sales later' })).body];
    expect(first).toMatchObject({ overflow: null, overflowMinutes: 10 });
    const changed = await change(first.id, { overflowQueueId: goal.id, overflowMinutes: 3 });
    expect(changed.body).toMatchObject({ overflow: { id: goal.id, name: 'Sales later' }, overflowMinutes: 3 });
    expect((await given.trail('QUEUE_CHANGED'))[0]).toMatchObject({
      before: { overflow: null, overflowMinutes: 10 },
      after: { overflow: 'Sales later', overflowMinutes: 3 },
    });
    expect(await change(first.id, { overflowQueueId: first.id })).toMatchObject({ status: 422, key: 'QUEUE_OVERFLOWS_INTO_ITSELF' });
    const elsewhere = await givenAccount(given.app.database.db, 'Polaris');
    for (const other of [elsewhere.queueId, newId()]) {
      expect(await change(first.id, { overflowQueueId: other })).toMatchObject({ status: 404, key: 'QUEUE_NOT_FOUND' });
    }
    for (const minutes of [0, 1441, 2.5]) expect((await change(first.id, { overflowMinutes: minutes })).key).toBe('ERROR_VALIDATION');
    const refused = await remove(goal.id);
    expect([refused.key, refused.body.errors.map(({ params }) => params)]).toEqual([
      'QUEUE_IN_USE',
      [{ kind: 'OVERFLOW', id: first.id, name: 'Sales', count: 1 }],
    ]);
    expect((await remove(first.id)).status).toBe(200);
    expect((await remove(goal.id)).status).toBe(200);
  });

  it('takes agents of its account alone, each once, with a skill from 1 to 10 and a job title', async () => {
    const refused = async (members: unknown) => (await make({ name: `Q ${newId()}`, members })).key;
    expect(await refused([member(dora), member(dora)])).toBe('ERROR_VALIDATION');
    for (const skill of [0, 11, 2.5]) expect(await refused([member(dora, skill)])).toBe('ERROR_VALIDATION');
    expect(await refused([member(dora, 5, ' ')])).toBe('ERROR_VALIDATION');
    const elsewhere = await givenAccount(given.app.database.db, 'Orion');
    const stranger = await elsewhere.agent('Victor');
    expect(await refused([{ userId: stranger.userId, skill: 5, jobTitle: 'Agent' }])).toBe('USER_NOT_FOUND');
    expect((await given.call(given.ana.token, 'GET', `/accounts/${elsewhere.accountId}/queues`)).key).toBe('ACCOUNT_NOT_FOUND');
    expect((await given.call(given.ana.token, 'GET', `${base}/${elsewhere.queueId}`)).key).toBe('QUEUE_NOT_FOUND');
    expect((await given.call(dora.token, 'GET', base)).key).toBe('ERROR_FORBIDDEN');
  });
});

it('two conversations of one customer that wait are two in the queue, the counters, a view and the lists; their room was missed once', async () => {
  const { accountId, widgetId, queueId } = given.account;
  const { db } = given.app.database;
  const one = await given.account.visitor('Twice');
  const second = { ...one, contactChannelId: newId() };
  const ids = { id: second.contactChannelId, account_id: accountId, contact_id: one.contactId, room_id: one.roomId };
  const row = { ...ids, channel_application_id: widgetId };
  await db.inAccount(accountId, (tx) =>
    tx
      .insertInto('contact_channels')
      .values({ ...row, type: 'LIVECHAT', address: row.id })
      .execute(),
  );
  const say = (by: typeof one) => receiveText(rooms.deps, { ...by, text: 'Hello', clientMessageId: messageId() });
  const views = await Promise.all(
    (['waiting', 'snoozed'] as const).map(async (list) => {
      const body = { name: `Twice ${list}`, list, filters: {}, sort: null, shared: false };
      return (await given.call<{ id: string }>(dora.token, 'POST', '/room-views', body)).body.id;
    }),
  );
  const told = async () => {
    const asked = async <Body>(path: string) => (await given.call<Body>(dora.token, 'GET', path)).body;
    const counters = await asked<Record<'missedRooms' | 'waitingConversations' | 'snoozedConversations', number>>('/users/me/counters');
    const { content: kept } = await asked<{ content: { id: string; count: number }[] }>('/room-views');
    const [waiting, snoozed] = views.map((id) => kept.find((view) => view.id === id)?.count);
    const listed = async (view: string) =>
      (await asked<{ content: Room[] }>(`/rooms?view=${view}`)).content.flatMap((room) => room.roomConversations);
    const rows = {
      waiting: (await listed('waiting')).filter(({ state }) => state === 'UNASSIGNED').length,
      snoozed: (await listed('snoozed')).filter(({ snooze, assignedUserId }) => snooze !== null && assignedUserId === dora.actor.userId)
        .length,
    };
    const queue = (await given.call<QueueDetails>(given.ana.token, 'GET', `${base}/${queueId}`)).body.waiting;
    return {
      waiting: [...new Set([counters.waitingConversations, waiting, rows.waiting, queue])],
      snoozed: [...new Set([counters.snoozedConversations, snoozed, rows.snoozed])],
      missed: counters.missedRooms,
    };
  };
  const before = await told();
  const [was] = before.waiting as [number];
  expect(before).toMatchObject({ waiting: [was], snoozed: [0] });
  await say(one);
  await say(second);
  expect(await told()).toEqual({ waiting: [was + 2], snoozed: [0], missed: before.missed });
  const { roomId } = one;
  const { userId } = dora.actor;
  const held = await db.reader(accountId).selectFrom('conversations').select('id').where('room_id', '=', roomId).execute();
  for (const { id: conversationId } of held)
    await inRooms(db, accountId, (tx) => assignByPerson(tx, dora.actor, { roomId, conversationId, userId, expectedUserId: null }));
  for (const by of [one, second]) await say(by);
  expect(await told()).toEqual({ waiting: [was], snoozed: [0], missed: before.missed + 1 });
  const asSeen = { expectedUserId: userId, expectedPublicNo: 4, until: null };
  for (const { id } of held) {
    const { status } = await given.call(dora.token, 'PUT', `/rooms/${roomId}/conversations/${id}/snooze`, asSeen);
    expect(status).toBe(200);
  }
  expect(await told()).toEqual({ waiting: [was], snoozed: [2], missed: before.missed + 1 });
});

it('takes an agent without a job title as one of the usual', async () => {
  const made = await make({ name: 'Without titles', members: [{ userId: emil.actor.userId, skill: 5 }] });
  expect(made.body.members).toMatchObject([{ jobTitle: 'Agent' }]);
  await remove(made.body.id);
});

describe('a change of a queue', () => {
  it('tells only what is other, wakes the giving out, and changes what its agents see at once', async () => {
    const { body } = await make({ name: 'Repairs', members: [member(dora)] });
    const mila = await TestVisitor.arrive(given.app.origin, given.account.widgetId);
    await mila.say('It is broken');
    const { db } = given.app.database;
    const { room_id: waits } = await db
      .reader(given.account.accountId)
      .selectFrom('waiting')
      .select('room_id')
      .orderBy('place', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await moveInto(body.id, waits);
    const roomsOf = async ({ token }: SignedInPerson) =>
      (await given.call<{ content: Array<{ id: string }> }>(token, 'GET', '/rooms?view=waiting')).body.content.map(({ id }) => id);
    expect([(await roomsOf(dora)).includes(waits), (await roomsOf(emil)).includes(waits)]).toEqual([true, false]);
    const screens = { dora: await openSocket(given.app.origin, dora.token), emil: await openSocket(given.app.origin, emil.token) };
    const heard = (who: keyof typeof screens) => screens[who].frames.filter(({ type }) => type === 'Text').length;
    await mila.say('Quite broken');
    await expect.poll(() => [heard('dora'), heard('emil')]).toEqual([1, 0]);
    await change(body.id, { strategy: 'RANDOM', description: '', members: [member(emil, 7)] });
    expect([(await roomsOf(dora)).includes(waits), (await roomsOf(emil)).includes(waits)]).toEqual([false, true]);
    expect((await given.trail('QUEUE_CHANGED'))[0]).toMatchObject({
      before: { strategy: 'DEFAULT', agents: ['Dora Test (5, Agent)'] },
      after: { strategy: 'RANDOM', agents: ['Emil Test (7, Agent)'] },
    });
    const before = (await given.trail('QUEUE_CHANGED')).length;
    await change(body.id, { strategy: 'RANDOM', members: [member(emil, 7)] });
    expect((await given.trail('QUEUE_CHANGED')).length).toBe(before);
    // Open screens hear of what they may see from now on, and of nothing else.
    await mila.say('Hello?');
    await expect.poll(() => heard('emil')).toBe(1);
    expect(heard('dora')).toBe(1);
  });

  it('lets a waiting conversation go at once to who was put into it and is ready', async () => {
    const { body } = await make({ name: 'Gifts' });
    const roomId = await write('Nina');
    const { db } = given.app.database;
    await moveInto(body.id, roomId);
    const kosta = await given.person('Kosta', { inQueue: false });
    await openSocket(given.app.origin, kosta.token);
    await given.call(kosta.token, 'PUT', '/users/me/chat-status', { status: 'ready' });
    await change(body.id, { members: [member(kosta)] });
    const holder = async () =>
      (
        await db
          .reader(given.account.accountId)
          .selectFrom('conversations')
          .select('assigned_user_id')
          .where('room_id', '=', roomId)
          .executeTakeFirst()
      )?.assigned_user_id;
    // The sweep would come after five seconds.
    await expect.poll(holder, { timeout: 2500 }).toBe(kosta.actor.userId);
  });
});

describe('deleting a queue', () => {
  it('is refused of the default one until another is made it', async () => {
    const { queueId } = given.account;
    expect((await remove(queueId)).key).toBe('QUEUE_IS_DEFAULT');
    expect((await change(queueId, { isDefault: false })).key).toBe('ERROR_VALIDATION');
    const { body } = await make({ name: 'Front desk' });
    expect((await change(body.id, { isDefault: true })).body.isDefault).toBe(true);
    expect((await list()).content.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Front desk']);
    const roomId = await write('Ivan');
    const entered = () =>
      given.app.database.db
        .reader(given.account.accountId)
        .selectFrom('waiting')
        .select('queue_id')
        .where('room_id', '=', roomId)
        .executeTakeFirst();
    expect((await entered())?.queue_id).toBe(body.id);
    await change(queueId, { isDefault: true });
    expect((await list()).content.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['General']);
    // What waits in it keeps it, and the answer says what that is.
    const refused = await remove(body.id);
    expect([refused.status, refused.key]).toEqual([422, 'QUEUE_IN_USE']);
    expect(refused.body.errors).toEqual([{ message: 'QUEUE_IN_USE', params: { kind: 'WAITING', id: roomId, name: 'Ivan', count: 1 } }]);
    await takeAs(rooms.deps, given.ana.actor, roomId);
    expect((await remove(body.id)).body.errors).toMatchObject([{ params: { kind: 'HELD', id: roomId } }]);
    await resolveAs(rooms.deps, given.ana.actor, roomId);
    expect((await remove(body.id)).status).toBe(200);
    expect((await given.trail('QUEUE_REMOVED'))[0]?.entity).toEqual({ type: 'QUEUE', id: body.id, name: 'Front desk' });
    expect((await list('?search=front')).content).toEqual([]);
  });

  it('loses nothing that is entering it in the same moment', async () => {
    const { accountId, queueId } = given.account;
    const { body } = await make({ name: 'Short-lived' });
    await change(body.id, { isDefault: true });
    const { db } = given.app.database;
    const visitor = await given.account.visitor('Olga');
    const beginning = Promise.withResolvers<void>();
    const entering = inRooms(db, accountId, async (tx) => {
      // As a conversation that begins: the default queue is read, and only later is anything written.
      const queue = await defaultQueue(tx);
      beginning.resolve();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const conversation = { id: newId(), account_id: accountId, room_id: visitor.roomId, queue_id: queue?.id ?? null, change: 1 };
      await tx
        .insertInto('conversations')
        .values({ ...conversation, state: 'UNASSIGNED' })
        .execute();
      return queue?.id;
    });
    await beginning.promise;
    await change(queueId, { isDefault: true });
    expect((await remove(body.id)).key).toBe('QUEUE_IN_USE');
    expect(await entering).toBe(body.id);
  });

  it('takes the last queue of nobody’s from the guard of people who are the only one in a queue', async () => {
    const { body } = await make({ name: 'Night', members: [member(emil)] });
    const deactivate = () =>
      given.call(
        given.ana.token,
        'PATCH',
        `/accounts/${given.account.accountId}/people/${emil.actor.userId}`,
        replacing({ status: 'inactive' }),
      );
    // He is the only one in others of these tests as well.
    for (const { id } of (await list('?size=100')).content) if (id !== body.id) await change(id, { members: [member(dora)] });
    expect((await deactivate()).key).toBe('USER_ONLY_ONE_IN_QUEUE');
    expect((await remove(body.id)).status).toBe(200);
    expect((await deactivate()).status).toBe(200);
  });
});
