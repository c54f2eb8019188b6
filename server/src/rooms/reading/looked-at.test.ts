import { digestOf, type HeldRoom, NEWEST_COMPARED } from '@parley/contract';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { givenAccount, messageId } from '../../../test/people.ts';
import { givenReadingWorld } from '../../../test/reading-world.ts';
import type { Actor } from '../../accounts/index.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { starRoom } from '../colleagues/following.ts';
import { receiveText } from '../receive.ts';
import { sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { catchUp, compareDigest } from './catch-up.ts';
import { readRooms } from './room-view.ts';

/** What is said every 10 s beside the digest of one's work, where the pushes of another process are lost. */
const world = givenReadingWorld();
/** Sees every customer's room, and holds none. */
let petar: Actor;
/** Sees only what is given to them. */
let boris: Actor;

beforeEach(async () => {
  petar = await world.account.agent('Petar', { role: 'supervisor', inQueue: false });
  boris = await world.account.agent('Boris', { inQueue: false });
});

const { on } = world;
const nothing = { changes: [], reload: [], gone: [], memberships: [] };
const noWork = digestOf([]);

/** A conversation that Elena holds, and in which something was said so long ago that everybody was told. */
async function givenTalk(minutesAgo = 1) {
  const visitor = await world.writes('Maria');
  await takeAs(world.rooms.deps, world.elena, visitor.roomId);
  await ago(visitor.roomId, minutesAgo);
  return visitor;
}
const ago = (roomId: string, minutes: number) =>
  sql`update rooms set last_event_at = statement_timestamp() - make_interval(mins => ${minutes}) where id = ${roomId}::uuid`.execute(on());

type Talk = Awaited<ReturnType<typeof givenTalk>>;
const answer = ({ roomId, contactChannelId: channelId }: Talk, text: string) =>
  sendText(world.rooms.deps, world.elena, { roomId, channelId, text, clientMessageId: messageId() });

async function held({ roomId }: Talk): Promise<HeldRoom> {
  const [room] = await readRooms(on(), [roomId]);
  if (room === undefined) throw new Error('there is no such room');
  const { id, epoch, change } = room;
  return { id, epoch, change, seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false };
}

it('what a room has missed that is looked at and is no work comes with the answer to the digest', async () => {
  const talk = await givenTalk();
  const before = await held(talk);
  const look = (lookedAt: HeldRoom[]) => compareDigest(on(), petar, { ...noWork, lookedAt });
  expect(await look([before])).toEqual({ ...nothing, inStep: true });
  await answer(talk, 'The small one.');
  const missed = await look([before, before]);
  expect(missed).toMatchObject({ ...nothing, inStep: true, changes: [{ room: { id: talk.roomId } }] });
  expect(missed.changes[0]?.events.map(({ eventData }) => eventData.message?.text)).toEqual(['The small one.']);
  const now = await held(talk);
  await inRooms(world.database.db, world.account.accountId, (tx) => starRoom(tx, petar, talk.roomId, true));
  expect(await look([now])).toMatchObject({ inStep: true, memberships: [{ roomId: talk.roomId, starred: true }] });
  for (let n = 0; n < 101; n++) await answer(talk, `line ${n}`);
  expect(await look([{ ...now, starred: true }])).toMatchObject({ inStep: true, changes: [], reload: [talk.roomId], gone: [] });
});

it('whoever may see it no more, or never did, learns nothing but that it is gone', async () => {
  const talk = await givenTalk();
  const before = await held(talk);
  await answer(talk, 'The small one.');
  const stranger = await (await givenAccount(world.database.db, 'Orion')).agent('Otto', { role: 'admin' });
  const gone = { ...nothing, inStep: true, gone: [talk.roomId] };
  expect(await compareDigest(on(), boris, { ...noWork, lookedAt: [before] })).toEqual(gone);
  const abroad = world.database.db.reader(stranger.accountId);
  expect(await compareDigest(abroad, stranger, { ...noWork, lookedAt: [before], lists: ['all', 'resolved'] })).toEqual(gone);
});

it('where the work differs nothing else is compared: all that is held is told next, and answered with the lists', async () => {
  const talk = await givenTalk();
  const before = await held(talk);
  await answer(talk, 'The small one.');
  await ago(talk.roomId, 1);
  const waiting = await world.account.visitor('Ivan');
  await receiveText(world.rooms.deps, { ...waiting, text: 'Hello', clientMessageId: messageId() });
  const differs = await compareDigest(on(), petar, { ...noWork, lookedAt: [before], lists: ['all'] });
  expect(differs).toEqual({ ...nothing, inStep: false });
  const all = await catchUp(on(), petar, [], ['all', 'all']);
  expect(all.reload.toSorted()).toEqual([talk.roomId, waiting.roomId].toSorted());
  expect(await catchUp(on(), petar, [], [])).toMatchObject({ reload: [waiting.roomId] });
});

it('rooms that have come into a list beyond the work are to be read: those that the reader may see, and that are told by now', async () => {
  const [known, fresh, over] = [await givenTalk(3), await givenTalk(2), await givenTalk()];
  await resolveAs(world.rooms.deps, world.elena, over.roomId);
  await ago(over.roomId, 1);
  await givenTalk(0);
  const look = async (who: Actor, lists: Array<'all' | 'resolved'>, lookedAt: HeldRoom[] = []) =>
    (await compareDigest(on(), who, { ...noWork, lookedAt, lists })).reload.toSorted();
  expect(await look(petar, ['all'], [await held(known)])).toEqual([fresh.roomId]);
  expect(await look(petar, ['resolved'])).toEqual([over.roomId]);
  expect(await look(petar, ['all', 'resolved'])).toEqual([known, fresh, over].map(({ roomId }) => roomId).toSorted());
  expect(await look(boris, ['all', 'resolved'])).toEqual([]);
});

it('of many that have come, so many are named that the client reads the lists anew', async () => {
  const talks = await Promise.all(Array.from({ length: NEWEST_COMPARED + 2 }, () => givenTalk()));
  for (const [at, { roomId }] of talks.entries()) await ago(roomId, at + 1);
  const { reload } = await compareDigest(on(), petar, { ...noWork, lists: ['all'] });
  expect(reload).toEqual(talks.slice(0, NEWEST_COMPARED).map(({ roomId }) => roomId));
});
