import type { SavedView } from '@parley/contract';
import { SAVED_VIEW_COUNTED, SAVED_VIEWS_LIMIT } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import { starRoom } from '../colleagues/following.ts';
import { receiveText } from '../receive.ts';
import { inRooms } from '../work.ts';
import { changeView, createView, type NewView, removeView, roomQueues, roomViews } from './room-views.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let elena: Actor;
let petar: Actor;
let sofia: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  petar = await account.agent('Petar', { inQueue: false });
  sofia = await account.agent('Sofia', { role: 'supervisor', inQueue: false });
});

const view = (name: string, given: Partial<NewView> = {}): NewView => ({
  name,
  list: 'work',
  filters: {},
  sort: null,
  shared: false,
  ...given,
});
const keep = (actor: Actor, given: NewView) => database.db.inAccount(actor.accountId, (tx) => createView(rooms.deps, tx, actor, given));
const change = (actor: Actor, viewId: string, given: Parameters<typeof changeView>[4]) =>
  database.db.inAccount(actor.accountId, (tx) => changeView(rooms.deps, tx, actor, viewId, given));
const remove = (actor: Actor, viewId: string) => database.db.inAccount(actor.accountId, (tx) => removeView(rooms.deps, tx, actor, viewId));
const viewsOf = async (actor: Actor) => (await roomViews(database.db, actor)).content;
const namesOf = async (actor: Actor) => (await viewsOf(actor)).map(({ name }) => name);
const says = async (name: string) => {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.roomId;
};

describe('views of the list', () => {
  it('are one’s own, or everybody’s where a lead shares them, and are told to every screen that shows them', async () => {
    const [own, colleagues] = [await rooms.screenOf(elena), await rooms.screenOf(petar)];
    await keep(elena, view('Mine'));
    await expect(keep(elena, view('Ours', { shared: true }))).rejects.toMatchObject({ key: 'ERROR_FORBIDDEN' });
    const ours = await keep(sofia, view('Ours', { shared: true, list: 'all' }));
    expect(await namesOf(elena)).toEqual(['Ours', 'Mine']);
    expect(await namesOf(petar)).toEqual(['Ours']);
    expect([own, colleagues].map((screen) => screen.of('RoomViewsChanged').length)).toEqual([2, 1]);
    await expect(change(elena, ours, { name: 'Theirs' })).rejects.toMatchObject({ key: 'ERROR_FORBIDDEN' });
    await expect(remove(elena, ours)).rejects.toMatchObject({ key: 'ERROR_FORBIDDEN' });
    await remove(sofia, ours);
    expect(await namesOf(petar)).toEqual([]);
  });

  it('come with how many rooms the list of all holds, for who may see all rooms', async () => {
    const allOf = async (actor: Actor) => (await roomViews(database.db, actor)).all;
    const before = await allOf(sofia);
    await says('Counted');
    expect([before === null ? null : before + 1, await allOf(elena)]).toEqual([await allOf(sofia), null]);
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    expect(await allOf(stranger)).toBe(0);
  });

  it('of somebody else, and of another account, are not there', async () => {
    const mine = await keep(elena, view('Mine'));
    const stranger = await (await givenAccount(database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    for (const other of [petar, sofia, stranger]) {
      await expect(change(other, mine, { name: 'Theirs' })).rejects.toMatchObject({ key: 'VIEW_NOT_FOUND' });
      await expect(remove(other, mine)).rejects.toMatchObject({ key: 'VIEW_NOT_FOUND' });
      expect(await namesOf(other)).toEqual([]);
    }
    await expect(keep(stranger, view('Queue', { filters: { queue: [account.queueId] } }))).rejects.toMatchObject({
      key: 'QUEUE_NOT_FOUND',
    });
    await expect(keep(stranger, view('Agent', { filters: { agent: [elena.userId] } }))).rejects.toMatchObject({ key: 'USER_NOT_FOUND' });
    await expect(keep(elena, view('Agent', { filters: { agent: [newId()] } }))).rejects.toMatchObject({ key: 'USER_NOT_FOUND' });
  });

  it('bear one name each among those of their owner, and are so many at most', async () => {
    await keep(elena, view('Chats'));
    const other = await keep(elena, view('Mails'));
    await expect(keep(elena, view('CHATS'))).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await expect(change(elena, other, { name: 'chats' })).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await change(elena, other, { name: 'MAILS' });
    // Capitals that JavaScript and the database lower differently.
    const dotted = await keep(elena, view('İ'));
    await expect(keep(elena, view('i'))).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await expect(change(elena, other, { name: 'i' })).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await remove(elena, dotted);
    await keep(petar, view('Chats'));
    await keep(sofia, view('Chats', { shared: true }));
    for (let n = 2; n < SAVED_VIEWS_LIMIT; n++) await keep(elena, view(`View ${n}`));
    await expect(keep(elena, view('One more'))).rejects.toMatchObject({ key: 'VIEWS_FULL' });
    const asked = await Promise.allSettled([1, 2, 3].map(() => keep(petar, view('At once'))));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('asked for again by the same id are kept once', async () => {
    const clientViewId = newId();
    const first = await keep(elena, view('Chats', { clientViewId }));
    expect(await keep(elena, view('Chats', { clientViewId }))).toBe(first);
    await expect(keep(elena, view('Others', { clientViewId }))).rejects.toMatchObject({ key: 'CREATION_ID_USED' });
    expect(await namesOf(elena)).toEqual(['Chats']);
  });

  it('stand in the order that their owner gives them, and say what they are changed to', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push(await keep(elena, view(name)));
    const [a = '', , c = ''] = ids;
    await change(elena, c, { place: 0 });
    expect(await namesOf(elena)).toEqual(['C', 'A', 'B']);
    await change(elena, a, { place: 19 });
    expect(await namesOf(elena)).toEqual(['C', 'B', 'A']);
    await keep(elena, view('D'));
    expect(await namesOf(elena)).toEqual(['C', 'B', 'A', 'D']);
    await change(elena, a, { list: 'resolved', filters: { channel: ['SMS'], unread: true }, sort: 'oldest' });
    expect((await viewsOf(elena)).find(({ id }) => id === a)).toMatchObject({
      list: 'resolved',
      filters: { channel: ['SMS'], unread: true },
      sort: 'oldest',
    });
  });

  it('count for each person the rooms that are open to them, list by list, as far as a screen says it', async () => {
    const [held, starred] = [await says('Maria'), await says('Mario')];
    await says('Ivan');
    await takeAs(rooms.deps, elena, held);
    await inRooms(database.db, account.accountId, (tx) => starRoom(tx, sofia, starred, true));
    const views: Record<string, [SavedView['list'], SavedView['filters']]> = {
      open: ['all', {}],
      work: ['work', {}],
      mine: ['mine', {}],
      waiting: ['waiting', {}],
      snoozed: ['snoozed', {}],
      resolved: ['resolved', {}],
      internal: ['internal', {}],
      mar: ['all', { search: 'mar' }],
      chats: ['all', { channel: ['LIVECHAT'], state: ['ASSIGNED'] }],
      mails: ['all', { channel: ['EMAIL'] }],
      starred: ['all', { starred: true }],
      elenas: ['all', { agent: [elena.userId] }],
      queue: ['waiting', { queue: [account.queueId] }],
    };
    for (const [name, [list, filters]] of Object.entries(views)) await keep(sofia, view(name, { shared: true, list, filters }));
    const countsOf = async (actor: Actor) => Object.fromEntries((await viewsOf(actor)).map(({ name, count }) => [name, count]));
    const none = { mine: 0, snoozed: 0, resolved: 0, internal: 0, mails: 0, starred: 0 };
    expect(await countsOf(elena)).toEqual({ ...none, open: 3, work: 3, mine: 1, waiting: 2, mar: 2, chats: 1, elenas: 1, queue: 2 });
    expect(await countsOf(sofia)).toEqual({ ...none, open: 3, work: 2, waiting: 2, mar: 2, chats: 1, elenas: 1, queue: 2, starred: 1 });
    const nothing = { ...none, open: 0, work: 0, waiting: 0, mar: 0, chats: 0, elenas: 0, queue: 0 };
    expect(await countsOf(petar)).toEqual(nothing);
    expect(SAVED_VIEW_COUNTED).toBe(100);
  });

  it('are told without their numbers where counting takes too long, and hold nothing up', async () => {
    await keep(elena, view('Open', { list: 'all' }));
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      await owner.query('begin; lock table rooms in access exclusive mode');
      expect((await roomViews(database.db, elena, 50)).content).toMatchObject([{ name: 'Open', count: null }]);
    } finally {
      await owner.end();
    }
    expect(await viewsOf(elena)).toMatchObject([{ name: 'Open', count: 0 }]);
    // The connection counts on as before.
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
      database.db.reader(account.accountId),
    );
    expect(rows).toEqual([{ limit: '0' }]);
  });

  it('offer the queues of the account by name, without those that were deleted', async () => {
    await database.db.inAccount(account.accountId, (tx) =>
      tx
        .insertInto('queues')
        .values([
          { id: newId(), account_id: account.accountId, name: 'Bookings' },
          { id: newId(), account_id: account.accountId, name: 'Gone', removed_at: new Date().toISOString() },
        ])
        .execute(),
    );
    expect((await roomQueues(database.db.reader(account.accountId))).map(({ name }) => name)).toEqual(['Bookings', 'General']);
  });
});
