import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount } from '../../../test/people.ts';
import { eventsBeside, newestEvents, oldestEvents } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { receiveText } from '../receive.ts';
import { sendNote } from '../send.ts';
import { newestEvents as newestFor, requireVisible } from './history.ts';

let database: TestDatabase;
let account: TestAccount;
let petar: Actor;
let roomId: string;
let rooms: ReturnType<typeof givenRooms>;

const MESSAGES = 95;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  petar = await account.agent('Petar', { role: 'supervisor' });
  const visitor = await account.visitor('Maria');
  roomId = visitor.roomId;
  for (let index = 1; index <= MESSAGES; index++)
    await receiveText(rooms.deps, { ...visitor, text: `message ${index}`, clientMessageId: messageId() });
  for (let index = 1; index <= 3; index++)
    await sendNote(rooms.deps, petar, { clientMessageId: messageId(), roomId, text: `note ${index}` });
});
afterAll(() => database.drop());

const reader = () => database.db.reader(account.accountId);
// CREATE and ENTER_QUEUE stand before the first message.
const PUBLIC = MESSAGES + 2;
const seqs = (events: ReadonlyArray<{ seq: number }>) => events.map((event) => event.seq);

describe('history', () => {
  it('pages from the newest without a gap or a double, and says which page is the last', async () => {
    const pages = [];
    for (let page = 0; ; page++) {
      const answer = await newestEvents(reader(), roomId, false, 30, page);
      pages.unshift(...answer.content);
      if (answer.last) break;
    }
    expect(seqs(pages)).toEqual(Array.from({ length: PUBLIC }, (_, index) => index + 1));
    expect((await oldestEvents(reader(), roomId, false, 30, 0)).content[0]?.seq).toBe(1);
    expect((await oldestEvents(reader(), roomId, false, 30, 3)).last).toBe(true);
  });

  it('keeps notes and the rest apart', async () => {
    const notes = await newestEvents(reader(), roomId, true, 30);
    expect(notes.content.map((event) => event.eventData.message?.text)).toEqual(['note 1', 'note 2', 'note 3']);
    const rest = await newestEvents(reader(), roomId, false, 100);
    expect(rest.content.some((event) => event.eventData.privateMessage)).toBe(false);
  });

  it('reads before, after and around an event, 15 a side, and says on which side there is more', async () => {
    const all = (await newestEvents(reader(), roomId, false, 100)).content;
    const at = (seq: number) => all[seq - 1]?.id ?? '';
    const beside = (seq: number, position: 'OLDER' | 'NEWER' | 'AROUND') =>
      eventsBeside(reader(), { roomId, eventId: at(seq), position, privateMessages: false, size: 30, privateCount: 3 });
    const older = await beside(50, 'OLDER');
    expect([seqs(older.content)[0], seqs(older.content).at(-1), older.older]).toEqual([20, 49, true]);
    const newer = await beside(90, 'NEWER');
    expect([seqs(newer.content)[0], seqs(newer.content).at(-1), newer.newer]).toEqual([91, PUBLIC, false]);
    const around = await beside(50, 'AROUND');
    expect(seqs(around.content)).toEqual(Array.from({ length: 31 }, (_, index) => 35 + index));
    expect([around.older, around.newer]).toEqual([true, true]);
    const begin = await beside(3, 'AROUND');
    expect([seqs(begin.content)[0], begin.older, begin.newer]).toEqual([1, false, true]);
  });

  it('tells of a page of public events who wrote notes where among them, and behind the newest of them', async () => {
    const [anna, boris] = [await account.agent('Anna', { role: 'supervisor' }), await account.agent('Boris', { role: 'supervisor' })];
    const visitor = await account.visitor('Nora');
    const say = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
    const note = (by: Actor, text: string) => sendNote(rooms.deps, by, { clientMessageId: messageId(), roomId: visitor.roomId, text });
    const read = async (size: number, page?: number, privateCount?: number) =>
      newestEvents(reader(), visitor.roomId, false, size, page, privateCount);
    await say('one');
    await note(boris, 'first');
    await note(anna, 'second');
    await note(boris, 'third');
    await say('two');
    await say('three');
    await note(anna, 'fourth');
    const times = (await newestEvents(reader(), visitor.roomId, true, 30)).content.map(({ createdAt }) => createdAt);
    const among = { after: 0, upTo: 3, names: ['Boris Test', 'Anna Test'], lastAt: times[2] };
    const behind = { after: 3, upTo: 4, names: ['Anna Test'], lastAt: times[3] };
    const all = await read(30, 0, 4);
    expect(all.notes).toEqual([among, behind]);
    // Where a page ends within them it tells of them too, by the event beside it; a page of notes needs none of it.
    expect((await read(2)).notes).toEqual([among]);
    expect((await read(1)).notes).toEqual([]);
    expect((await newestEvents(reader(), visitor.roomId, true, 30, 0, 4)).notes).toEqual([]);
    const beside = async (text: string, position: 'OLDER' | 'NEWER' | 'AROUND') => {
      const eventId = all.content.find(({ eventData }) => eventData.message?.text === text)?.id ?? '';
      return (
        await eventsBeside(reader(), { roomId: visitor.roomId, eventId, position, privateMessages: false, size: 30, privateCount: 4 })
      ).notes;
    };
    expect([await beside('two', 'OLDER'), await beside('two', 'NEWER'), await beside('two', 'AROUND')]).toEqual([
      [among],
      [behind],
      [among, behind],
    ]);
    expect([await beside('one', 'OLDER'), await beside('one', 'NEWER')]).toEqual([[], [among, behind]]);
    // Whoever does not see the room hears of none, nor does another account, where the room is not at all.
    const outsider = await account.agent('Ina', { inQueue: false });
    const stranger = await (await givenAccount(database.db, 'Vega')).agent('Zina', { role: 'admin' });
    for (const actor of [outsider, stranger]) {
      const asked = { roomId: visitor.roomId, privateMessages: false, size: 30, privateCount: 4 };
      await expect(newestFor(database.db.reader(actor.accountId), actor, asked)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
    }
  });

  it('is not found by whom the room is not shown to', async () => {
    const outsider = await account.agent('Ivo', { inQueue: false });
    await expect(requireVisible(reader(), outsider, roomId)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
    const foreigner = await (await givenAccount(database.db, 'Orion')).agent('Zoe', { role: 'admin' });
    await expect(requireVisible(database.db.reader(foreigner.accountId), foreigner, roomId)).rejects.toMatchObject({
      key: 'ROOM_NOT_FOUND',
    });
  });
});
