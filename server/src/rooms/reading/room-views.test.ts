import type { SavedView } from '@parley/contract';
import { SAVED_VIEW_COUNTED, SAVED_VIEWS_LIMIT } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenAccount } from '../../../test/people.ts';
import { givenReadingWorld } from '../../../test/reading-world.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import { starRoom } from '../colleagues/following.ts';
import { inRooms } from '../work.ts';
import { changeView, createView, type NewView, removeView, roomQueues, roomViews } from './room-views.ts';

const world = givenReadingWorld();

let petar: Actor;
let sofia: Actor;

beforeEach(async () => {
  petar = await world.account.agent('Petar', { inQueue: false });
  sofia = await world.account.agent('Sofia', { role: 'supervisor', inQueue: false });
});

const view = (name: string, given: Partial<NewView> = {}): NewView => ({
  name,
  list: 'work',
  filters: {},
  sort: null,
  shared: false,
  ...given,
});
const keep = (actor: Actor, given: NewView) =>
  world.database.db.inAccount(actor.accountId, (tx) => createView(world.rooms.deps, tx, actor, given));
const change = (actor: Actor, viewId: string, given: Parameters<typeof changeView>[4]) =>
  world.database.db.inAccount(actor.accountId, (tx) => changeView(world.rooms.deps, tx, actor, viewId, given));
const remove = (actor: Actor, viewId: string) =>
  world.database.db.inAccount(actor.accountId, (tx) => removeView(world.rooms.deps, tx, actor, viewId));
const viewsOf = async (actor: Actor) => (await roomViews(world.database.db, actor)).content;
const namesOf = async (actor: Actor) => (await viewsOf(actor)).map(({ name }) => name);
const says = async (name: string) => (await world.writes(name)).roomId;

describe('views of the list', () => {
  it('are one’s own, or everybody’s where a lead shares them, and are told to every screen that shows them', async () => {
    const [own, colleagues] = [await world.rooms.screenOf(world.elena), await world.rooms.screenOf(petar)];
    await keep(world.elena, view('Mine'));
    await expect(keep(world.elena, view('Ours', { shared: true }))).rejects.toMatchObject({ key: 'ERROR_FORBIDDEN' });
    const ours = await keep(sofia, view('Ours', { shared: true, list: 'all' }));
    expect(await namesOf(world.elena)).toEqual(['Ours', 'Mine']);
    expect(await namesOf(petar)).toEqual(['Ours']);
    expect([own, colleagues].map((screen) => screen.of('RoomViewsChanged').length)).toEqual([2, 1]);
    await expect(change(world.elena, ours, { name: 'Theirs' })).rejects.toMatchObject({ key: 'ERROR_FORBIDDEN' });
    await expect(remove(world.elena, ours)).rejects.toMatchObject({ key: 'ERROR_FORBIDDEN' });
    await remove(sofia, ours);
    expect(await namesOf(petar)).toEqual([]);
  });

  it('come with how many rooms the list of all holds, for who may see all rooms', async () => {
    const allOf = async (actor: Actor) => (await roomViews(world.database.db, actor)).all;
    const before = await allOf(sofia);
    await says('Counted');
    expect([before === null ? null : before + 1, await allOf(world.elena)]).toEqual([await allOf(sofia), null]);
    const stranger = await (await givenAccount(world.database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    expect(await allOf(stranger)).toBe(0);
  });

  it('of somebody else, and of another account, are not there', async () => {
    const mine = await keep(world.elena, view('Mine'));
    const stranger = await (await givenAccount(world.database.db, 'Orion')).agent('Ivan', { role: 'admin' });
    for (const other of [petar, sofia, stranger]) {
      await expect(change(other, mine, { name: 'Theirs' })).rejects.toMatchObject({ key: 'VIEW_NOT_FOUND' });
      await expect(remove(other, mine)).rejects.toMatchObject({ key: 'VIEW_NOT_FOUND' });
      expect(await namesOf(other)).toEqual([]);
    }
    await expect(keep(stranger, view('Queue', { filters: { queue: [world.account.queueId] } }))).rejects.toMatchObject({
      key: 'QUEUE_NOT_FOUND',
    });
    await expect(keep(stranger, view('Agent', { filters: { agent: [world.elena.userId] } }))).rejects.toMatchObject({
      key: 'USER_NOT_FOUND',
    });
    await expect(keep(world.elena, view('Agent', { filters: { agent: [newId()] } }))).rejects.toMatchObject({ key: 'USER_NOT_FOUND' });
  });

  it('bear one name each among those of their owner, and are so many at most', async () => {
    await keep(world.elena, view('Chats'));
    const other = await keep(world.elena, view('Mails'));
    await expect(keep(world.elena, view('CHATS'))).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await expect(change(world.elena, other, { name: 'chats' })).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await change(world.elena, other, { name: 'MAILS' });
    // Capitals that JavaScript and the database lower differently.
    const dotted = await keep(world.elena, view('İ'));
    await expect(keep(world.elena, view('i'))).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await expect(change(world.elena, other, { name: 'i' })).rejects.toMatchObject({ key: 'VIEW_NAME_TAKEN' });
    await remove(world.elena, dotted);
    await keep(petar, view('Chats'));
    await keep(sofia, view('Chats', { shared: true }));
    for (let n = 2; n < SAVED_VIEWS_LIMIT; n++) await keep(world.elena, view(`View ${n}`));
    await expect(keep(world.elena, view('One more'))).rejects.toMatchObject({ key: 'VIEWS_FULL' });
    const asked = await Promise.allSettled([1, 2, 3].map(() => keep(petar, view('At once'))));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('asked for again by the same id are kept once', async () => {
    const clientViewId = newId();
    const first = await keep(world.elena, view('Chats', { clientViewId }));
    expect(await keep(world.elena, view('Chats', { clientViewId }))).toBe(first);
    await expect(keep(world.elena, view('Others', { clientViewId }))).rejects.toMatchObject({ key: 'CREATION_ID_USED' });
    expect(await namesOf(world.elena)).toEqual(['Chats']);
  });

  it('stand in the order that their owner gives them, and say what they are changed to', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push(await keep(world.elena, view(name)));
    const [a = '', , c = ''] = ids;
    await change(world.elena, c, { place: 0 });
    expect(await namesOf(world.elena)).toEqual(['C', 'A', 'B']);
    await change(world.elena, a, { place: 19 });
    expect(await namesOf(world.elena)).toEqual(['C', 'B', 'A']);
    await keep(world.elena, view('D'));
    expect(await namesOf(world.elena)).toEqual(['C', 'B', 'A', 'D']);
    await change(world.elena, a, { list: 'resolved', filters: { channel: ['SMS'], unread: true }, sort: 'oldest' });
    expect((await viewsOf(world.elena)).find(({ id }) => id === a)).toMatchObject({
      list: 'resolved',
      filters: { channel: ['SMS'], unread: true },
      sort: 'oldest',
    });
  });

  it('count for each person the rooms that are open to them, list by list, as far as a screen says it', async () => {
    const [held, starred] = [await says('Maria'), await says('Mario')];
    await says('Ivan');
    await takeAs(world.rooms.deps, world.elena, held);
    await inRooms(world.database.db, world.account.accountId, (tx) => starRoom(tx, sofia, starred, true));
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
      elenas: ['all', { agent: [world.elena.userId] }],
      queue: ['waiting', { queue: [world.account.queueId] }],
    };
    for (const [name, [list, filters]] of Object.entries(views)) await keep(sofia, view(name, { shared: true, list, filters }));
    const countsOf = async (actor: Actor) => Object.fromEntries((await viewsOf(actor)).map(({ name, count }) => [name, count]));
    const none = { mine: 0, snoozed: 0, resolved: 0, internal: 0, mails: 0, starred: 0 };
    expect(await countsOf(world.elena)).toEqual({ ...none, open: 3, work: 3, mine: 1, waiting: 2, mar: 2, chats: 1, elenas: 1, queue: 2 });
    expect(await countsOf(sofia)).toEqual({ ...none, open: 3, work: 2, waiting: 2, mar: 2, chats: 1, elenas: 1, queue: 2, starred: 1 });
    const nothing = { ...none, open: 0, work: 0, waiting: 0, mar: 0, chats: 0, elenas: 0, queue: 0 };
    expect(await countsOf(petar)).toEqual(nothing);
    expect(SAVED_VIEW_COUNTED).toBe(100);
  });

  it('are told without their numbers where counting takes too long, and hold nothing up', async () => {
    await keep(world.elena, view('Open', { list: 'all' }));
    const owner = new pg.Client({ connectionString: world.database.ownerUrl });
    await owner.connect();
    try {
      await owner.query('begin; lock table rooms in access exclusive mode');
      expect((await roomViews(world.database.db, world.elena, 50)).content).toMatchObject([{ name: 'Open', count: null }]);
    } finally {
      await owner.end();
    }
    expect(await viewsOf(world.elena)).toMatchObject([{ name: 'Open', count: 0 }]);
    // The connection counts on as before.
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
      world.database.db.reader(world.account.accountId),
    );
    expect(rows).toEqual([{ limit: '0' }]);
  });

  it('offer the queues of the account by name, without those that were deleted', async () => {
    await world.database.db.inAccount(world.account.accountId, (tx) =>
      tx
        .insertInto('queues')
        .values([
          { id: newId(), account_id: world.account.accountId, name: 'Bookings' },
          { id: newId(), account_id: world.account.accountId, name: 'Gone', removed_at: new Date().toISOString() },
        ])
        .execute(),
    );
    expect((await roomQueues(world.database.db.reader(world.account.accountId))).map(({ name }) => name)).toEqual(['Bookings', 'General']);
  });
});
