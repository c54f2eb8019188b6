import { Readable } from 'node:stream';
import { digestOf } from '@parley/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type Screen, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { markSeen } from '../../../test/reports.ts';
import { plain, RoomClient, readFresh } from '../../../test/room-client.ts';
import type { Actor } from '../../accounts/index.ts';
import { fileToSend, receiveUpload } from '../../files/index.ts';
import { newId } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { goOffline } from '../../routing/go-offline.ts';
import { moveOn } from '../../routing/overflow.ts';
import { transferConversation } from '../../routing/transfer.ts';
import { undoTransfer } from '../../routing/undo-transfer.ts';
import { wakeDue } from '../../routing/wake.ts';
import { visibleRooms } from '../access.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { assignByPerson } from '../assign.ts';
import { starRoom, unfollowRoom } from '../colleagues/following.ts';
import { addParticipants, createInternalRoom, removeParticipants, renameRoom } from '../colleagues/internal-rooms.ts';
import { advanceDelivery } from '../delivery/delivery.ts';
import { receiveText } from '../receive.ts';
import { sendFile, sendNote, sendText } from '../send.ts';
import { snoozeConversation } from '../snooze.ts';
import { inRooms } from '../work.ts';
import { compareDigest } from './catch-up.ts';
import { mine, waiting } from './list.ts';

/** More than an answer tells of one room (catch-up.ts): what the domain calls too far behind. */
const TOO_MANY = 101;
/** About the limit, on either side. */
const FLOODS = [TOO_MANY - 1, TOO_MANY, 51, TOO_MANY - 2];

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
/** Two of the queue, one who sees only what is given to them, and one who sees every customer. */
let elena: Actor;
let dora: Actor;
let boris: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());

const on = () => database.db.reader(account.accountId);
const changing = (work: Parameters<typeof inRooms<unknown>>[2]) => inRooms(database.db, account.accountId, work);

/** A small account of its own for each story, so that everybody's work is small too. */
async function givenStory() {
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  dora = await account.agent('Dora');
  boris = await account.agent('Boris', { inQueue: false });
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
  const second = { id: newId(), account_id: account.accountId, name: 'Repairs' };
  await changing(async (tx) => {
    await tx.insertInto('queues').values(second).execute();
    const way = { overflow_queue_id: second.id, overflow_minutes: 5 };
    await tx.updateTable('queues').set(way).where('id', '=', account.queueId).execute();
  });
  const visitors = [await account.visitor('Maria'), await account.visitor('Ivan')];
  const group = (await changing((tx) =>
    createInternalRoom(tx, elena, { users: [dora.userId, petar.userId], roomType: 'GROUP' }),
  )) as string;
  return { visitors, group, queues: [account.queueId, second.id], people: [elena, dora, boris, petar] };
}
type Story = Awaited<ReturnType<typeof givenStory>>;

const KINDS = [
  'customer',
  'customerFile',
  'agent',
  'agentFile',
  'note',
  'noteFile',
  'take',
  'handOver',
  'resolve',
  'snooze',
  'wake',
  'toQueue',
  'undo',
  'overflow',
  'offline',
  'delivered',
  'seenByCustomer',
  'seen',
  'star',
  'name',
  'unfollow',
  'groupText',
  'groupFile',
  'groupName',
  'groupAdd',
  'groupRemove',
  'flood',
  'merged',
] as const;
interface Step {
  kind: (typeof KINDS)[number];
  /** Which of the customers, and who does it. */
  room: number;
  who: number;
  /** What becomes of each push of it, for everybody who is away or not. */
  fate: 'heard' | 'lost' | 'late';
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...KINDS.filter((kind) => kind !== 'flood' && kind !== 'merged')) },
    { weight: 3, arbitrary: fc.constantFrom('flood' as const, 'flood' as const, 'merged' as const) },
  ),
  room: fc.nat(1),
  who: fc.nat(3),
  fate: fc.constantFrom('heard', 'heard', 'lost', 'late'),
});

async function uploadOf(actor: Actor): Promise<string> {
  const uploader = { by: 'USER', accountId: actor.accountId, id: actor.userId } as const;
  const body = Readable.from([Buffer.from('words')]);
  return (await receiveUpload(rooms.deps.files, { uploader, name: 'a.txt', length: null, body, isCancelled: () => false })).fileId;
}

/** Tries one thing; what does not fit the moment is refused and changes nothing. */
async function act({ kind, room, who }: Step, { visitors, group, queues, people }: Story): Promise<void> {
  const visitor = visitors[room] as Story['visitors'][number];
  const actor = people[who] as Actor;
  const { roomId, contactChannelId } = visitor;
  const clientMessageId = messageId();
  const write = { clientMessageId, roomId, text: kind };
  const inGroup = { clientMessageId, roomId: group, channelId: 'internal' as const };
  const report = (status: 'DELIVERED' | 'SEEN') =>
    changing((tx) => advanceDelivery(rooms.deps, tx, account.accountId, { roomId, contactChannelId, upTo: 9999, status }));
  const held = () =>
    on()
      .selectFrom('conversations')
      .select(['id', 'assigned_user_id', 'queue_id'])
      .where('room_id', '=', roomId)
      .where('state', '<>', 'RESOLVED')
      .executeTakeFirst();
  const work: Record<Step['kind'], () => Promise<unknown>> = {
    customer: () => receiveText(rooms.deps, { ...visitor, text: kind, clientMessageId }),
    async customerFile() {
      const uploader = { by: 'VISITOR', accountId: account.accountId, id: contactChannelId } as const;
      const body = Readable.from([Buffer.from('words')]);
      const upload = { uploader, name: 'b.txt', length: null, body, isCancelled: () => false };
      const { fileId } = await receiveUpload(rooms.deps.files, upload);
      const file = await fileToSend(on(), uploader, fileId);
      await receiveText(rooms.deps, { ...visitor, text: null, file, clientMessageId });
    },
    agent: () => sendText(rooms.deps, actor, { ...write, channelId: contactChannelId }),
    agentFile: async () =>
      sendFile(rooms.deps, actor, 'FILE', { ...write, text: null, channelId: contactChannelId, fileId: await uploadOf(actor) }),
    note: () => sendNote(rooms.deps, actor, write),
    noteFile: async () => sendNote(rooms.deps, actor, { ...write, text: null, fileId: await uploadOf(actor) }),
    take: () => takeAs(rooms.deps, actor, roomId),
    async handOver() {
      const open = await held();
      if (!open) return;
      const next = people[(who + 1) % people.length] as Actor;
      await changing((tx) =>
        assignByPerson(tx, petar, { roomId, conversationId: open.id, userId: next.userId, expectedUserId: open.assigned_user_id }),
      );
    },
    resolve: () => resolveAs(rooms.deps, actor, roomId),
    async snooze() {
      const open = await held();
      if (!open?.assigned_user_id) return;
      const until = who % 2 === 0 ? null : new Date(Date.now() + 3_600_000).toISOString();
      const what = { roomId, conversationId: open.id, expectedUserId: open.assigned_user_id, until };
      await changing((tx) => snoozeConversation(tx, petar, what));
    },
    // By the clock of a day later everything is due; nobody here is ready, so that it goes back to its queue.
    wake: () => wakeDue(database.db, account.accountId, Date.now() + 86_400_000),
    async toQueue() {
      const open = await held();
      if (!open) return;
      const to = { type: 'QUEUE', queueId: queues[who % 2] as string } as const;
      const from = { expectedUserId: open.assigned_user_id, expectedQueueId: open.queue_id };
      const what = { roomId, conversationId: open.id, ...from, clientTransferId: messageId(), to };
      await changing((tx) => transferConversation(tx, rooms.bus, petar, who > 1 ? { ...what, note: 'Yours' } : what));
    },
    async undo() {
      const open = await held();
      if (!open) return;
      const [inFirst, inSecond] = queues.map((queueId) => ({ type: 'QUEUE', queueId }) as const);
      const there = open.queue_id === queues[1] ? inSecond : inFirst;
      const to = open.assigned_user_id === null ? there : ({ type: 'USER', userId: open.assigned_user_id } as const);
      if (to) await changing((tx) => undoTransfer(tx, rooms.bus, petar, { roomId, conversationId: open.id, to }));
    },
    // By the clock of an hour later everything has waited too long.
    overflow: () => moveOn(database.db, account.accountId, Date.now() + 3_600_000),
    async offline() {
      const { hub } = rooms.deps;
      await goOffline({ db: database.db, bus: rooms.bus, hub, log: openLog('silent') }, actor, true);
    },
    delivered: () => report('DELIVERED'),
    seenByCustomer: () => report('SEEN'),
    async seen() {
      const last = await on()
        .selectFrom('events')
        .select('id')
        .where('room_id', '=', roomId)
        .where('kind', '=', 'COMMUNICATION')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last) await changing((tx) => markSeen(rooms.deps, tx, actor, { roomId, roomEventId: last.id }));
    },
    star: () => changing((tx) => starRoom(tx, actor, roomId, who % 2 === 0)),
    name: () => {
      const mentions = [{ userId: (people[(who + 1) % people.length] as Actor).userId, from: 0, length: 4 }];
      return sendNote(rooms.deps, actor, { clientMessageId, roomId, text: kind, mentions });
    },
    unfollow: () => changing((tx) => unfollowRoom(tx, actor, roomId)),
    groupText: () => sendText(rooms.deps, actor, { ...inGroup, text: kind }),
    groupFile: async () => sendFile(rooms.deps, actor, 'FILE', { ...inGroup, text: null, fileId: await uploadOf(actor) }),
    groupName: () => changing((tx) => renameRoom(tx, actor, group, `Named ${clientMessageId}`)),
    groupAdd: () => changing((tx) => addParticipants(tx, actor, group, [boris.userId, elena.userId])),
    groupRemove: () => changing((tx) => removeParticipants(tx, actor, group, [(people[(who + room) % 4] as Actor).userId])),
    flood: () =>
      Promise.all(
        Array.from({ length: FLOODS[who] ?? 0 }, () => receiveText(rooms.deps, { ...visitor, text: kind, clientMessageId: messageId() })),
      ),
    // As a merge of contacts leaves it: what was held by its old numbers is worth nothing.
    merged: () => changing((tx) => tx.updateTable('rooms').set({ epoch: sql<number>`epoch + 1` }).where('id', '=', roomId).execute()),
  };
  await work[kind]().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
  await rooms.deps.lanes.drained();
}

interface Desk {
  client: RoomClient;
  screen: Screen;
  heard: number;
  late: Screen['frames'];
}

const seesNow = async (actor: Actor) => {
  const rows = await on().selectFrom('rooms').select(['id', 'epoch', 'change']).where(visibleRooms(actor)).execute();
  return new Map(rows.map((row) => [row.id, row]));
};
async function workNow(actor: Actor): Promise<Set<string>> {
  const visible = () => on().selectFrom('rooms').where(visibleRooms(actor));
  const lists = [await mine(visible(), actor).select('rooms.id').execute(), await waiting(visible()).select('rooms.id').execute()];
  return new Set(lists.flat().map(({ id }) => id));
}

/** Which rooms must be read again by whoever holds these, from the rows alone. */
async function mustReload(client: RoomClient): Promise<string[]> {
  const must = new Set([...(await workNow(client.actor))].filter((id) => !client.held.has(id)));
  const visible = await seesNow(client.actor);
  for (const { id, epoch, change } of client.tells()) {
    const now = visible.get(id);
    if (now === undefined) continue;
    const missed = await on().selectFrom('events').select('id').where('room_id', '=', id).where('change', '>', change).execute();
    if (now.epoch !== epoch || missed.length >= TOO_MANY) must.add(id);
  }
  return [...must].sort();
}

it('brings everybody from any gap to what a fresh reading gives of what is theirs, and has a room read again only when it must', async () => {
  let gapsThatReload = 0;
  let gone = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.array(step, { minLength: 1, maxLength: 14 }), async (before, gap) => {
      const story = await givenStory();
      for (const visitor of [0, 1]) await act({ kind: 'customer', room: visitor, who: 0, fate: 'heard' }, story);
      for (const one of before) await act(one, story);
      const desks: Desk[] = [];
      for (const actor of story.people) {
        const client = new RoomClient(actor, on);
        await client.catchUp();
        desks.push({ client, screen: await rooms.screenOf(actor), heard: 0, late: [] });
      }
      for (const one of gap) {
        await act(one, story);
        for (const desk of desks) {
          const frames = desk.screen.frames.slice(desk.heard);
          desk.heard = desk.screen.frames.length;
          for (const frame of frames) {
            // Frames without a number keep their order on the socket; numbered ones may come over another server.
            const isNumbered = 'change' in frame.payload;
            if (one.fate === 'heard') desk.client.hear(frame as never);
            else if (one.fate === 'late' && isNumbered) desk.late.push(frame);
          }
        }
      }
      for (const { client, late } of desks) {
        for (const frame of late.toReversed()) client.hear(frame as never);
        const { actor } = client;
        const must = await mustReload(client);
        const visible = await seesNow(actor);
        const mustGo = [...client.held.keys()].filter((id) => !visible.has(id));
        const wasInStep = (await compareDigest(on(), actor, digestOf(client.work()))).inStep;
        const workBefore = client.work();
        const answer = await client.catchUp();

        expect(answer.reload.toSorted()).toEqual(must);
        expect(answer.gone.toSorted()).toEqual(mustGo.sort());
        gapsThatReload += must.length;
        gone += mustGo.length;
        for (const [roomId, held] of client.held) {
          expect(visible.has(roomId)).toBe(true);
          expect(plain(held)).toEqual(plain(await readFresh(on(), actor, roomId)));
        }
        expect(
          client
            .work()
            .map(({ id }) => id)
            .sort(),
        ).toEqual([...(await workNow(actor))].sort());
        // The digest finds every difference in one's work, and nothing else.
        const byId = (list: ReturnType<RoomClient['work']>) => list.toSorted((a, b) => a.id.localeCompare(b.id));
        expect(wasInStep).toBe(JSON.stringify(byId(workBefore)) === JSON.stringify(byId(client.work())));
        expect((await compareDigest(on(), actor, digestOf(client.work()))).inStep).toBe(true);
        expect(await client.catchUp()).toEqual({ inStep: true, changes: [], reload: [], gone: [], memberships: [] });
      }
    }),
    {
      numRuns: 12,
      // Among the stories are always a gap too long to be told, and rooms that go out of sight in one.
      examples: [
        [[], [{ kind: 'flood', room: 0, who: 0, fate: 'lost' }]],
        [[], [{ kind: 'flood', room: 0, who: 1, fate: 'lost' }]],
        [
          [],
          [
            { kind: 'take', room: 0, who: 0, fate: 'lost' },
            { kind: 'groupRemove', room: 1, who: 0, fate: 'lost' },
          ],
        ],
      ],
    },
  );
  // The stories had what they are for.
  expect(gapsThatReload).toBeGreaterThan(0);
  expect(gone).toBeGreaterThan(0);
}, 300_000);
