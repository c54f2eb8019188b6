import { Readable } from 'node:stream';
import {
  digestOf,
  type EventStatus,
  type HeldRoom,
  type Room,
  type RoomEvent,
  withChangedEvent,
  withConversation,
  withEvent,
} from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { givenAccount, givenRooms, messageId, type Screen, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { blackPng } from '../../../test/pictures.ts';
import { newestEvents } from '../../../test/reads.ts';
import { markSeen } from '../../../test/reports.ts';
import type { Actor } from '../../accounts/index.ts';
import { receiveUpload } from '../../files/index.ts';
import { newId } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { deleteMessage } from '../colleagues/delete-message.ts';
import { editMessage } from '../colleagues/edit-message.ts';
import { react } from '../colleagues/react.ts';
import { advanceDelivery } from '../delivery/delivery.ts';
import { recordArrived, recordFailed } from '../inbound/coming-files.ts';
import { claimComingFiles } from '../inbound/fetch-files.ts';
import { createFilePlaces } from '../inbound/file-places.ts';
import { receiveFromProvider } from '../inbound/receive-from-provider.ts';
import { receiveText } from '../receive.ts';
import { sendNote, sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { catchUp, compareDigest, roomChangesSince } from './catch-up.ts';
import { readMemberships, readRooms } from './room-view.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  rooms.deps.channels.register(loopBack({ type: 'LIVECHAT', origin: 'http://127.0.0.1:9', takesKey: true }));
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});
afterAll(() => database.drop());

const on = () => database.db.reader(account.accountId);

/** What can happen in a room; each is tried, and what does not fit the moment is refused and changes nothing. */
const STEPS = [
  'customer',
  'agent',
  'note',
  'take',
  'resolve',
  'delivered',
  'seenByCustomer',
  'seenByAgent',
  'fileAnnounced',
  'fileArrives',
  'fileFails',
  'noteQuotes',
  'noteEdited',
  'noteDeleted',
  'noteReacted',
] as const;
type Step = (typeof STEPS)[number];

/** The newest note but one of a room, where it has two: something may quote it. */
async function aNote(roomId: string): Promise<string> {
  const { content } = await newestEvents(on(), roomId, true, 2);
  return content[0]?.id ?? newId();
}

async function act(step: Step, visitor: Awaited<ReturnType<TestAccount['visitor']>>): Promise<void> {
  const { roomId, contactChannelId } = visitor;
  const clientMessageId = messageId();
  const write = { clientMessageId, roomId, text: step };
  const report = (status: 'DELIVERED' | 'SEEN') =>
    inRooms(database.db, account.accountId, (tx) =>
      advanceDelivery(rooms.deps, tx, account.accountId, { roomId, contactChannelId, upTo: 9999, status }),
    );
  const work: Record<Step, () => Promise<unknown>> = {
    customer: () => receiveText(rooms.deps, { ...visitor, text: step, clientMessageId }),
    agent: () => sendText(rooms.deps, elena, { ...write, channelId: contactChannelId }),
    note: () => sendNote(rooms.deps, petar, write),
    take: () => takeAs(rooms.deps, elena, roomId),
    resolve: () => resolveAs(rooms.deps, elena, roomId),
    delivered: () => report('DELIVERED'),
    seenByCustomer: () => report('SEEN'),
    fileAnnounced: () =>
      receiveFromProvider(rooms.deps, {
        accountId: account.accountId,
        channelApplicationId: account.widgetId,
        channelType: 'LIVECHAT',
        providerMessageId: clientMessageId,
        address: contactChannelId,
        name: null,
        text: clientMessageId.endsWith('1') ? '' : step,
        files: [{ reference: clientMessageId, name: clientMessageId.endsWith('2') ? null : 'scan.png', kind: 'FILE' }],
      }),
    async fileArrives() {
      const uploader = { by: 'PROVIDER', accountId: account.accountId, id: account.widgetId } as const;
      for (const claim of await claimComingFiles(rooms.deps, createFilePlaces().turn(1))) {
        const upload = { uploader, name: 'scan.png', length: null, body: Readable.from([await blackPng(4, 3)]), isCancelled: () => false };
        await recordArrived(rooms.deps, claim, uploader, await receiveUpload(rooms.deps.files, upload));
      }
    },
    async fileFails() {
      for (const claim of await claimComingFiles(rooms.deps, createFilePlaces().turn(1))) await recordFailed(rooms.deps, claim);
    },
    noteQuotes: async () => sendNote(rooms.deps, petar, { ...write, quotedEventId: await aNote(roomId) }),
    noteEdited: async () =>
      editMessage(rooms.deps, petar, { roomId, eventId: await aNote(roomId) }, { text: clientMessageId, mentions: [] }),
    noteDeleted: async () => deleteMessage(rooms.deps, petar, { roomId, eventId: await aNote(roomId) }),
    noteReacted: async () =>
      react(rooms.deps, petar, { roomId, eventId: await aNote(roomId) }, { emoji: '👍', given: clientMessageId.length % 2 === 0 }),
    async seenByAgent() {
      const { content } = await newestEvents(on(), roomId, false, 1);
      const last = content.at(-1);
      if (last) await inRooms(database.db, account.accountId, (tx) => markSeen(rooms.deps, tx, elena, { roomId, roomEventId: last.id }));
    },
  };
  await work[step]().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
  await rooms.deps.lanes.drained();
}

async function snapshot(roomId: string): Promise<{ room: Room; events: RoomEvent[] }> {
  const [room] = await readRooms(on(), [roomId]);
  // What is held of rooms is what reading them anew gives: inside a transaction nothing is held.
  expect(room).toEqual((await database.db.inAccount(account.accountId, (tx) => readRooms(tx, [roomId])))[0]);
  const events = [...(await newestEvents(on(), roomId, false, 100)).content, ...(await newestEvents(on(), roomId, true, 100)).content];
  return { room: room as Room, events: events.sort((a, b) => a.seq - b.seq) };
}

/** What a client does with an answer: the room is replaced, events are merged by id, the later change wins. */
function merged(before: { events: RoomEvent[] }, answer: { room: Room; events: RoomEvent[] }) {
  const byId = new Map(before.events.map((event) => [event.id, event]));
  for (const event of answer.events) if ((byId.get(event.id)?.change ?? -1) < event.change) byId.set(event.id, event);
  return { room: answer.room, events: [...byId.values()].sort((a, b) => a.seq - b.seq) };
}

/** The same by the frames that were pushed meanwhile, in their order. */
function applied(before: { room: Room; events: RoomEvent[] }, screen: Screen) {
  let { room } = before;
  const byId = new Map(before.events.map((event) => [event.id, event]));
  for (const { type, payload } of screen.frames) {
    const { change } = payload as { change?: number };
    if (payload.roomId !== room.id || change === undefined || change <= room.change) continue;
    expect(change).toBe(room.change + 1);
    if ('event' in payload) {
      const event = payload.event as RoomEvent;
      byId.set(event.id, event);
      room = event.seq > room.lastSeq ? withEvent(room, event) : withChangedEvent(room, event);
    } else if (type === 'MessageStatus') {
      for (const status of payload.statuses as EventStatus[]) {
        const event = byId.get(status.roomEventId);
        if (event) byId.set(event.id, { ...event, change, eventData: { ...event.eventData, status } });
      }
    } else if (type === 'ConversationState' || type === 'ConversationResolved') {
      room = { ...room, roomConversations: withConversation(room.roomConversations, payload.conversation as never) };
    } else if (type === 'ParticipantsChanged') room = { ...room, roomParticipants: payload.roomParticipants as never };
    else if (type === 'RoomLifecycle') room = payload.room as Room;
    room = { ...room, change };
  }
  return { room, events: [...byId.values()].sort((a, b) => a.seq - b.seq) };
}

describe('catching up', () => {
  it('from any point of any history ends equal to a fresh snapshot, by the answer and by the frames alike', async () => {
    const history = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(history, fc.nat(13), async (steps, cut) => {
        const visitor = await account.visitor('Maria');
        await act('customer', visitor);
        for (const step of steps.slice(0, cut)) await act(step, visitor);
        const before = await snapshot(visitor.roomId);
        const screen = await rooms.screenOf(petar);
        for (const step of steps.slice(cut)) await act(step, visitor);
        const after = await snapshot(visitor.roomId);
        const { epoch, change } = before.room;
        const answer = await roomChangesSince(on(), { id: visitor.roomId, epoch, change });
        expect(answer.reload).toBe(false);
        expect(answer.changes ? merged(before, answer.changes) : before).toEqual(after);
        expect(applied(before, screen)).toEqual(after);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  const heldOf = (room: Room, over: Partial<HeldRoom> = {}): HeldRoom => ({
    id: room.id,
    epoch: room.epoch,
    change: room.change,
    seenPublicNo: 0,
    seenPrivateNo: 0,
    starred: false,
    followed: false,
    ...over,
  });

  it('says nothing of what is in step, the changes of what is behind, reload of what is too far behind or of another epoch, and what is gone', async () => {
    const visitors = await Promise.all(['Ada', 'Bo', 'Cy', 'Di'].map((name) => account.visitor(name)));
    for (const visitor of visitors) await act('customer', visitor);
    const [, second, third] = visitors;
    const before = await readRooms(
      on(),
      visitors.map((one) => one.roomId),
    );
    const [inStep, behind, farBehind, otherEpoch] = before as [Room, Room, Room, Room];
    if (second) await act('customer', second);
    for (let index = 0; index < 101; index++) if (third) await act('customer', third);
    const foreign = await (await givenAccount(database.db, 'Orion')).visitor('Otto');
    const answer = await catchUp(on(), elena, [
      heldOf(inStep),
      heldOf(behind),
      heldOf(farBehind),
      heldOf(otherEpoch, { epoch: otherEpoch.epoch + 1 }),
      heldOf({ ...inStep, id: foreign.roomId }),
    ]);
    expect(answer.changes.map(({ room }) => room.id)).toEqual([behind.id]);
    expect(answer.changes[0]?.events.map((event) => event.eventData.message?.text)).toEqual(['customer']);
    expect(answer.reload).toEqual(expect.arrayContaining([farBehind.id, otherEpoch.id]));
    expect(answer.reload).not.toContain(inStep.id);
    expect(answer.gone).toEqual([foreign.roomId]);
    // Named again and again, a room is brought up to date once.
    const often = await catchUp(on(), elena, [...Array.from({ length: 1000 }, () => heldOf(behind)), heldOf(inStep), heldOf(inStep)]);
    expect(often.changes).toEqual(answer.changes);
  });

  it('finds by the digest that a push was lost, and that one’s own other screen has read on', async () => {
    const dora = await account.agent('Dora');
    const visitor = await account.visitor('Vera');
    await act('customer', visitor);
    await takeAs(rooms.deps, dora, visitor.roomId);
    const hold = async () => {
      const work = await catchUp(on(), dora, []);
      const list = await readRooms(on(), work.reload);
      const memberships = await readMemberships(on(), dora.userId, work.reload);
      return list.map((room) => {
        const { seenPublicNo = 0, seenPrivateNo = 0, starred = false, followed = false } = memberships.get(room.id) ?? {};
        return heldOf(room, { seenPublicNo, seenPrivateNo, starred, followed });
      });
    };
    const held = await hold();
    expect(held.some((room) => room.id === visitor.roomId)).toBe(true);
    expect((await compareDigest(on(), dora, digestOf(held))).inStep).toBe(true);
    expect((await compareDigest(on(), dora, digestOf(held.slice(1)))).inStep).toBe(false);
    const { content } = await newestEvents(on(), visitor.roomId, false, 1);
    const roomEventId = content[0]?.id ?? '';
    await inRooms(database.db, account.accountId, (tx) => markSeen(rooms.deps, tx, dora, { roomId: visitor.roomId, roomEventId }));
    expect((await compareDigest(on(), dora, digestOf(held))).inStep).toBe(false);
    const answer = await catchUp(on(), dora, held);
    expect(answer.memberships.map((one) => one.roomId)).toEqual([visitor.roomId]);
    expect((await compareDigest(on(), dora, digestOf(await hold()))).inStep).toBe(true);
  });
});
