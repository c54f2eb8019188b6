import type { RoomView } from '@parley/contract';
import { beforeEach, expect, it } from 'vitest';
import { messageId, type TestAccount } from '../../../test/people.ts';
import { givenReadingWorld } from '../../../test/reading-world.ts';
import { listRooms } from '../../../test/reads.ts';
import type { Reader } from '../../platform/database.ts';
import { takeAs } from '../acting.ts';
import { receiveText } from '../receive.ts';
import { inRooms, roomWork } from '../work.ts';
import { createMadeRooms, type MadeRoom } from './made-rooms.ts';
import { readRooms } from './room-view.ts';

const world = givenReadingWorld();

let visitor: Awaited<ReturnType<TestAccount['visitor']>>;

beforeEach(async () => {
  visitor = await world.writes('Maria');
  await takeAs(world.rooms.deps, world.elena, visitor.roomId);
});

const says = (text: string) => receiveText(world.rooms.deps, { ...visitor, text, clientMessageId: messageId() });
const { on: reader } = world;
const query = {
  page: 0,
  size: 10,
  sort: 'lastEventTimestamp,desc',
  include: 'PARTICIPANTS,CONVERSATIONS',
  room_state: 'ASSIGNED',
} as const;
const listed = async (): Promise<RoomView | undefined> => (await listRooms(reader(), world.elena, query)).content[0];

it('a list tells of a room that has changed since it was asked for before', async () => {
  expect((await listed())?.lastEventData).toBe('Hello');
  await says('Anybody there?');
  expect(await listed()).toMatchObject({ lastEventData: 'Anybody there?', publicCount: 2, missedCounter: 2 });
});

it.each([
  ['the customer', 'contacts', { first_name: 'Mariya' }, 'Mariya'],
  ['a colleague', 'users', { job_title: 'Night shift' }, 'Night shift'],
  ['the channel', 'channel_applications', { name: 'Shop in Plovdiv' }, 'Shop in Plovdiv'],
] as const)('a list tells the names of now: of %s, whose change no number of the room tells', async (_who, table, change, name) => {
  const before = await listed();
  expect(JSON.stringify(before)).not.toContain(name);
  const ids = { contacts: visitor.contactId, users: world.elena.userId, channel_applications: world.account.widgetId };
  await world.database.db.inAccount(world.account.accountId, (tx) =>
    tx.updateTable(table).set(change).where('id', '=', ids[table]).execute(),
  );
  const after = await listed();
  expect(JSON.stringify(after)).toContain(name);
  expect(after?.change).toBe(before?.change);
});

it('what a transaction reads of its own changes is held for nobody: it may be taken back', async () => {
  const before = await listed();
  const undone = inRooms(world.database.db, world.account.accountId, async (tx) => {
    const work = await roomWork(tx, world.account.accountId, visitor.roomId);
    await work.record([{ kind: 'SYSTEM', type: 'JOIN', origin: 'SYSTEM', originId: null, originName: null }]);
    expect((await readRooms(tx, [visitor.roomId]))[0]?.change).toBe((before?.change ?? 0) + 1);
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  expect(await listed()).toEqual(before);
  await says('Another one');
  expect(await listed()).toMatchObject({ change: (before?.change ?? 0) + 1, lastEventData: 'Another one' });
});

const room = (json: string): MadeRoom => ({
  epoch: '1',
  change: '1',
  json,
  publicCount: 0,
  privateCount: 0,
  roomParticipants: [],
  names: [],
});

it('holds no more than it may: what was asked for longest ago goes first', () => {
  const made = createMadeRooms(10_000);
  const on = reader();
  for (const id of ['a', 'b', 'c']) made.keep(on, id, room('x'.repeat(1000)));
  made.get(on, 'a');
  made.keep(on, 'd', room('x'.repeat(1000)));
  expect(['a', 'b', 'c', 'd'].filter((id) => made.get(on, id))).toEqual(['a', 'c', 'd']);
  made.keep(on, 'a', room('y'.repeat(2000)));
  expect(made.get(on, 'a')?.json[0]).toBe('y');
  made.keep(on, 'e', room('x'.repeat(10_000)));
  expect(['a', 'b', 'c', 'd', 'e'].filter((id) => made.get(on, id))).toEqual([]);
});

it('gives nobody what another account’s reader has made', () => {
  const made = createMadeRooms(10_000);
  made.keep(reader(), 'a', room('theirs'));
  const other: Reader = world.database.db.reader('0195d6a0-0000-7000-8000-000000000000');
  expect(made.get(other, 'a')).toBeUndefined();
  expect(made.get(reader(), 'a')?.json).toBe('theirs');
});
