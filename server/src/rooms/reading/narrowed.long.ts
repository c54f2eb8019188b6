import {
  type ChannelType,
  type Conversation,
  fitsFilters,
  type RoomFilters,
  type RoomListQuery,
  type RoomView,
  signOfContact,
  VISITOR_WORDS,
} from '@parley/contract';
import { first as bg } from '@parley/contract/text/bg/first';
import { first as en } from '@parley/contract/text/en/first';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, type TestAccount } from '../../../test/people.ts';
import { listRooms } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { rowsIn } from './rows.ts';

let database: TestDatabase;
let account: TestAccount;
let foreign: TestAccount;
let people: readonly Actor[];
let queues: readonly string[];

const CHANNELS = ['EMAIL', 'LIVECHAT', 'SMS', 'WHATSAPP'] as const satisfies readonly ChannelType[];
const NAMES = ['Maria Dimitrova', 'Iva-Maria Ilieva', 'Máriö (VIP)', 'Жана Илиева', 'Ёлка O’Brien', 'İpek Жоро 👩', ''] as const;
const STATES = ['ASSIGNED', 'UNASSIGNED', 'RESOLVED'] as const;

beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  foreign = await givenAccount(database.db, 'Orion');
  people = [
    await account.agent('Elena'),
    await account.agent('Petar', { inQueue: false }),
    await account.agent('Sofia', { role: 'supervisor', inQueue: false }),
    await account.agent('Kiril', { role: 'admin', inQueue: false }),
  ];
  const small = newId();
  await database.db.inAccount(account.accountId, (tx) =>
    tx.insertInto('queues').values({ id: small, account_id: account.accountId, name: 'Small' }).execute(),
  );
  queues = [account.queueId, small];
});
afterAll(() => database.drop());

const pick = fc.nat(5);
const conversation = fc.record({
  state: fc.constantFrom(...STATES),
  sleeps: fc.boolean(),
  holder: pick,
  queue: fc.nat(2),
  over: fc.constantFrom(...CHANNELS),
});
const givenRoom = fc.record({
  type: fc.constantFrom('EXTERNAL' as const, 'EXTERNAL' as const, 'EXTERNAL' as const, 'GROUP' as const, 'INTERNAL' as const),
  name: fc.constantFrom(...NAMES),
  byLiveChat: fc.boolean(),
  heard: fc.option(fc.constantFrom(...CHANNELS)),
  written: fc.option(fc.constantFrom(...CHANNELS)),
  conversations: fc.array(conversation, { maxLength: 3 }),
  lastHolder: pick,
  participants: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
  starredBy: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  followedBy: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  seen: fc.nat(2),
  sees: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
  at: fc.option(fc.nat(8)),
});
type GivenRoom = typeof givenRoom extends fc.Arbitrary<infer Room> ? Room : never;

/** One of few that are given at a time: what fits seven filters is nothing. */
const seldom = <Value>(one: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
const some = <Value>(...of: Value[]) => seldom(fc.uniqueArray(fc.constantFrom(...of), { minLength: 1, maxLength: 2 }));
const flag = seldom(fc.constant(true as const));
const chosen = fc.record({
  search: seldom(
    fc.constantFrom(
      ...['mar', 'MARI dim', 'ж', 'ИЛИ', 'night', 'elena', 'aria', 'm%', 'Visi', 'посет 1', '1', 'visitor m', '12345'],
      ...['vip', 'елка', 'o brien', 'BRIEN', 'ipek', '«-»', 'obrien', '👩', '%', '’', '\u0301', '&'],
    ),
  ),
  state: some(...STATES),
  channel: some(...CHANNELS),
  unread: flag,
  starred: flag,
  queue: some(0, 1, 2),
  agent: some(0, 1, 2, 3, 4),
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 2, 8, 0, second)).toISOString();

/** Rows as work would leave them, of one room. */
async function insert(given: GivenRoom): Promise<void> {
  const { accountId } = account;
  const id = newId();
  const isExternal = given.type === 'EXTERNAL';
  const conversations = isExternal ? given.conversations : [];
  const unresolved = conversations.filter(({ state }) => state !== 'RESOLVED');
  const state =
    !isExternal || unresolved.some((one) => one.state === 'ASSIGNED') ? 'ASSIGNED' : unresolved.length > 0 ? 'UNASSIGNED' : 'RESOLVED';
  const user = (place: number) => people[place % people.length]?.userId ?? '';
  // Each pair has one room.
  const pair = given.type === 'INTERNAL' ? [(await account.agent('Ivo')).userId, (await account.agent('Ema')).userId].toSorted() : [];
  await database.db.inAccount(accountId, async (tx) => {
    const contactId = newId();
    const [first = '', ...last] = given.name.split(' ');
    if (isExternal)
      await tx
        .insertInto('contacts')
        .values({ id: contactId, account_id: accountId, first_name: first, last_name: last.join(' ') })
        .execute();
    await tx
      .insertInto('rooms')
      .values({
        id,
        account_id: accountId,
        type: given.type,
        state,
        contact_id: isExternal ? contactId : null,
        name: given.type === 'GROUP' ? 'Night shift' : null,
        pair_low: pair[0] ?? null,
        pair_high: pair[1] ?? null,
        public_count: 1,
        private_count: 0,
        last_event_at: given.at === null ? null : at(given.at),
        last_received_channel_type: isExternal ? given.heard : null,
        last_channel_type: isExternal ? given.written : null,
        last_assigned_user_id: isExternal ? user(given.lastHolder) : null,
      })
      .execute();
    const row = { account_id: accountId, room_id: id };
    const channel = { ...row, contact_id: contactId, channel_application_id: account.widgetId };
    for (const [place, one] of conversations.entries()) {
      const isAssigned = one.state === 'ASSIGNED';
      const resolved = one.state === 'RESOLVED' ? { resolved_at: at(0) } : {};
      const holder = one.state === 'UNASSIGNED' ? null : user(one.holder);
      const values = { id: newId(), account_id: accountId, room_id: id, state: one.state, change: place, ...resolved };
      await tx
        .insertInto('conversations')
        .values({
          ...values,
          assigned_user_id: holder,
          queue_id: queues[one.queue] ?? null,
          ...(isAssigned ? { assigned_at: at(0), snoozed_at: one.sleeps ? at(0) : null } : {}),
        })
        .execute();
      if (one.state === 'UNASSIGNED')
        await tx
          .insertInto('waiting')
          .values({ ...row, conversation_id: values.id, queue_id: queues[one.queue] ?? queues[0] ?? '' })
          .execute();
      const over = { ...channel, id: newId(), type: one.over, address: values.id };
      await tx.insertInto('contact_channels').values(over).execute();
      await tx
        .insertInto('conversation_channels')
        .values({ account_id: accountId, conversation_id: values.id, contact_channel_id: over.id, open: one.state !== 'RESOLVED' })
        .execute();
    }
    if (isExternal && given.byLiveChat)
      await tx
        .insertInto('contact_channels')
        .values({ ...channel, id: newId(), type: 'LIVECHAT', address: id })
        .execute();
    const parts = given.participants.map((place) => ({ ...row, id: newId(), type: 'USER' as const, associated_id: user(place) }));
    if (isExternal)
      await tx
        .insertInto('participants')
        .values({ ...row, id: newId(), type: 'CUSTOMER', associated_id: contactId })
        .execute();
    if (parts.length > 0) await tx.insertInto('participants').values(parts).execute();
    const memberships = people.map(({ userId }, place) => ({
      ...row,
      user_id: userId,
      starred: given.starredBy.includes(place),
      followed: given.followedBy.includes(place),
      seen_public: given.seen,
    }));
    await tx.insertInto('memberships').values(memberships).execute();
    const subjects = given.sees.map((place) => (place < people.length ? user(place) : (queues[place - people.length] ?? '')));
    if (subjects.length > 0)
      await tx
        .insertInto('room_access')
        .values([...new Set(subjects)].map((subject_id) => ({ account_id: accountId, room_id: id, subject_id })))
        .execute();
  });
}

async function empty(): Promise<void> {
  await database.db.inAccount(account.accountId, async (tx) => {
    for (const table of [
      'room_access',
      'memberships',
      'participants',
      'waiting',
      'conversation_channels',
      'conversations',
      'contact_channels',
      'rooms',
      'contacts',
    ] as const)
      await tx.deleteFrom(table).execute();
  });
}

const reader = () => database.db.reader(account.accountId);
const base = {
  page: 0,
  size: 1000,
  sort: 'lastEventTimestamp,desc',
  include: 'PARTICIPANTS,CONVERSATIONS',
  room_state: 'ASSIGNED',
} as const;
type List = Partial<Pick<RoomListQuery, 'view' | 'room_state' | 'type'>>;
const LISTS: readonly List[] = [{ view: 'mine' }, { view: 'waiting' }, ...STATES.map((room_state) => ({ room_state }))];

function filtersOf({ queue, agent, ...rest }: typeof chosen extends fc.Arbitrary<infer Chosen> ? Chosen : never): RoomFilters {
  const filters = {
    ...rest,
    queue: queue?.map((place) => queues[place] ?? foreign.queueId),
    agent: agent?.map((place) => people[place]?.userId ?? newId()),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as RoomFilters;
}

/** Every room of the list behind its cursors, so many at a time. */
async function walked(actor: Actor, list: List, filters: RoomFilters, size: number): Promise<RoomView[]> {
  const rooms: RoomView[] = [];
  let after: string | null = null;
  do {
    const page = await listRooms(reader(), actor, { ...base, ...list, ...filters, size, ...(after === null ? {} : { after }) });
    rooms.push(...page.content);
    after = page.next;
  } while (after !== null);
  return rooms;
}

/** As it is told where nothing is of interest but the name. */
const plain: GivenRoom = {
  type: 'EXTERNAL',
  name: '',
  byLiveChat: true,
  heard: null,
  written: null,
  conversations: [],
  lastHolder: 0,
  participants: [],
  starredBy: [],
  followedBy: [],
  seen: 0,
  sees: [],
  at: 1,
};

describe('a visitor without a name', () => {
  it('is found by what the row shows instead, in either language, and no further than it says', async () => {
    await empty();
    await insert(plain);
    await insert({ ...plain, byLiveChat: false });
    const contacts = await reader()
      .selectFrom('rooms')
      .innerJoin('contact_channels', 'contact_channels.room_id', 'rooms.id')
      .select('rooms.contact_id')
      .execute();
    const sign = signOfContact(contacts[0]?.contact_id ?? '');
    const found = async (search: string) =>
      (await listRooms(reader(), people[2] as Actor, { ...base, room_state: 'RESOLVED', search })).content.length;
    for (const search of [sign, `Visitor ${sign}`, `посетител ${sign}`, `${sign.slice(0, 2)} vis`, 'VISITOR'])
      expect(await found(search), search).toBe(1);
    for (const search of [`${sign}0`, '0', `Visitor ${sign} Maria`, `isitor ${sign}`]) expect(await found(search), search).toBe(0);
  });

  it('has the same sign for the database and for the screen', async () => {
    const ids = fc.sample(fc.uuid(), 100);
    const { rows } = await sql<{
      id: string;
      sign: string;
    }>`select id, visitor_sign(id)::text as sign from unnest(${ids}::uuid[]) id`.execute(reader());
    expect(rows.map(({ sign }) => sign)).toEqual(rows.map(({ id }) => signOfContact(id)));
  });

  it('is called by the words of the catalogue', () => {
    const words = [en, bg].map(({ COMMUNICATIONS_UNNAMED_VISITOR }) => COMMUNICATIONS_UNNAMED_VISITOR.toLowerCase());
    expect(words).toEqual(VISITOR_WORDS.map((word) => `${word} {sign}`));
  });
});

/** What the lists of one's work have a row for, as the screen makes them of whole rooms (web: state/lists.ts). */
type ToldRow = { room: RoomView; meant?: Conversation };
function rowsOf(rooms: readonly RoomView[], list: WorkList, me: string): ToldRow[] {
  if (list === 'work') return [...rowsOf(rooms, 'waiting', me), ...rowsOf(rooms, 'mine', me)];
  return rooms.flatMap((room): ToldRow[] => {
    const all = room.roomConversations;
    const held = all.filter((one) => one.state === 'ASSIGNED' && one.assignedUserId === me);
    const isIn = room.roomParticipants.some((one) => one.type === 'USER' && one.associatedParticipantId === me);
    if (list === 'waiting') return all.filter((one) => one.state === 'UNASSIGNED').map((meant) => ({ room, meant }));
    if (held.length === 0) return list === 'mine' && isIn && room.state !== 'RESOLVED' ? [{ room }] : [];
    return held.filter(({ snooze }) => (snooze !== null) === (list === 'snoozed')).map((meant) => ({ room, meant }));
  });
}
const WORK = ['waiting', 'mine', 'snoozed', 'work'] as const;
type WorkList = (typeof WORK)[number];

describe('a list that is narrowed', () => {
  it('has as many rows, each for the conversation that it tells of, as the rule leaves of the conversations that wait or are held', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(givenRoom, { minLength: 3, maxLength: 12 }),
        fc.array(chosen, { minLength: 3, maxLength: 3 }),
        async (given, choices) => {
          await empty();
          for (const room of given) await insert(room);
          for (const actor of people) {
            const states = STATES.map((room_state) => listRooms(reader(), actor, { ...base, room_state, type: 'EXTERNAL' }));
            const whole = (await Promise.all(states)).flatMap(({ content }) => content);
            for (const list of WORK) {
              for (const filters of [{}, ...choices.map(filtersOf)]) {
                const right = rowsOf(whole, list, actor.userId).filter(({ room, meant }) =>
                  fitsFilters(filters, room, room.membership, actor.userId, meant),
                );
                const found = await rowsIn(reader(), actor, list, filters).select('rooms.id').execute();
                expect(found.map(({ id }) => id).toSorted()).toEqual(right.map(({ room }) => room.id).toSorted());
                counted += right.length;
              }
            }
          }
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
    expect(counted).toBeGreaterThan(50);
  }, 180_000);

  it('holds of the same list exactly the rooms that fit by the rule, in its order and page by page, for agents, a supervisor and an admin', async () => {
    let fitting = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(givenRoom, { minLength: 3, maxLength: 12 }),
        fc.array(chosen, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (given, choices, size) => {
          await empty();
          for (const room of given) await insert(room);
          for (const actor of people) {
            for (const list of LISTS) {
              const whole = (await listRooms(reader(), actor, { ...base, ...list })).content;
              for (const filters of choices.map(filtersOf)) {
                const right = whole.filter((room) => fitsFilters(filters, room, room.membership, actor.userId)).map(({ id }) => id);
                fitting += right.length;
                expect((await walked(actor, list, filters, size)).map(({ id }) => id)).toEqual(right);
                const first = await listRooms(reader(), actor, { ...base, ...list, ...filters, size });
                expect(first.totalElements).toBe(right.length);
              }
            }
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
    expect(fitting).toBeGreaterThan(20);
  }, 180_000);

  it('is empty for a queue or an agent of another account, and for one that is not there', async () => {
    await empty();
    await insert({
      type: 'EXTERNAL',
      name: 'Maria Dimitrova',
      byLiveChat: false,
      heard: 'SMS',
      written: null,
      conversations: [{ state: 'ASSIGNED', holder: 0, queue: 0, over: 'SMS', sleeps: false }],
      lastHolder: 0,
      participants: [0],
      starredBy: [],
      followedBy: [],
      seen: 0,
      sees: [0],
      at: 1,
    });
    const boss = people[2] as Actor;
    const stranger = await foreign.agent('Stranger');
    const found = async (filters: RoomFilters) => (await listRooms(reader(), boss, { ...base, ...filters })).content.length;
    expect(await found({ queue: [queues[0] ?? ''] })).toBe(1);
    expect(await found({ queue: [foreign.queueId] })).toBe(0);
    expect(await found({ agent: [people[0]?.userId ?? ''] })).toBe(1);
    expect(await found({ agent: [stranger.userId] })).toBe(0);
    expect(await found({ agent: [newId()] })).toBe(0);
  });
});
