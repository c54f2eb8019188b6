import { PINNED_NOTES_LIMIT } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { Problem } from '../platform/problem.ts';
import { pinNote, pinnedNotes, unpinNote } from './pinned-notes.ts';
import { receiveText } from './receive.ts';
import { sendNote } from './send.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let dora: Actor;
let roomId: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  dora = await account.agent('Dora');
  roomId = await aRoom();
});

/** A room in which a customer has written. */
async function aRoom(): Promise<string> {
  const visitor = await account.visitor('Maria');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  return visitor.roomId;
}
const noted = async (text: string, by = dora, into = roomId) =>
  (await sendNote(rooms.deps, by, { roomId: into, text, clientMessageId: messageId() })).eventId;
const pin = (eventId: string, by = dora) => pinNote(rooms.deps, by, { roomId, eventId });
const unpin = (eventId: string, by = dora) => unpinNote(rooms.deps, by, { roomId, eventId });
const listed = (by = dora) => pinnedNotes(database.db.reader(by.accountId), by, roomId);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );

describe('a note worth knowing', () => {
  it('stands beside the talk for all who see the room, the newest first, until it is taken away', async () => {
    const petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
    const [first, second] = [await noted('Prefers Viber'), await noted('Hard of hearing', petar)];
    const screens = [await rooms.screenOf(dora), await rooms.screenOf(petar)];
    await pin(first);
    await pin(second, petar);
    const expected = [
      { event: { id: second, roomId }, byId: petar.userId, byName: 'Petar Test' },
      { event: { id: first, eventData: { privateMessage: true, message: { text: 'Prefers Viber' } } }, byId: dora.userId },
    ];
    for (const by of [dora, petar]) expect(await listed(by)).toMatchObject(expected);
    for (const screen of screens) expect(screen.of('PinnedNotesChanged')).toEqual([{ roomId }, { roomId }]);
    await unpin(second);
    expect((await listed(petar)).map(({ event }) => event.id)).toEqual([first]);
    for (const screen of screens) expect(screen.of('PinnedNotesChanged')).toHaveLength(3);
  });

  it('stays as it is when it is pinned again, and nobody is told of what has not changed', async () => {
    const note = await noted('Prefers Viber');
    await pin(note);
    const screen = await rooms.screenOf(dora);
    const before = await listed();
    await pin(note, await account.agent('Emil'));
    expect(await listed()).toEqual(before);
    await unpin(note);
    await unpin(note);
    expect(screen.of('PinnedNotesChanged')).toHaveLength(1);
  });

  it('is a note of this room: nothing else is pinned', async () => {
    const said = await database.db
      .reader(account.accountId)
      .selectFrom('events')
      .select('id')
      .where('room_id', '=', roomId)
      .where('type', '=', 'MESSAGE')
      .executeTakeFirstOrThrow();
    const elsewhere = await noted('Another customer’s', dora, await aRoom());
    for (const eventId of [said.id, elsewhere, newId()]) {
      expect(await refusalOf(pin(eventId))).toBe('EVENT_NOT_FOUND');
      expect(await refusalOf(unpin(eventId))).toBe('EVENT_NOT_FOUND');
    }
    expect(await listed()).toEqual([]);
  });

  it('is nothing that an agent learns of, or changes, who may not see the room; nor another account', async () => {
    const note = await noted('Prefers Viber');
    await pin(note);
    const outsider = await account.agent('Vera', { inQueue: false });
    const foreign = await (await givenAccount(database.db, 'Orion')).agent('Ada', { role: 'admin' });
    const screens = [await rooms.screenOf(outsider), await rooms.screenOf(foreign)];
    for (const by of [outsider, foreign]) {
      expect(await refusalOf(listed(by))).toBe('ROOM_NOT_FOUND');
      expect(await refusalOf(pin(note, by))).toBe('ROOM_NOT_FOUND');
      expect(await refusalOf(unpin(note, by))).toBe('ROOM_NOT_FOUND');
    }
    await unpin(note);
    for (const { frames } of screens) expect(frames).toEqual([]);
  });

  it('is one of so many at most, also where several are pinned at once', async () => {
    const notes: string[] = [];
    for (let n = 0; n < PINNED_NOTES_LIMIT + 2; n += 1) notes.push(await noted(`Note ${n}`));
    const outcomes = await Promise.all(notes.map((note) => refusalOf(pin(note))));
    expect(outcomes.filter((outcome) => outcome === 'NOTES_PINNED_FULL')).toHaveLength(2);
    expect(await listed()).toHaveLength(PINNED_NOTES_LIMIT);
  });
});
