import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount } from '../../../test/people.ts';
import { eventsBeside, newestEvents, oldestEvents } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { receiveText } from '../receive.ts';
import { sendNote } from '../send.ts';
import { requireVisible } from './history.ts';

let database: TestDatabase;
let account: TestAccount;
let petar: Actor;
let roomId: string;

const MESSAGES = 95;

beforeAll(async () => {
  database = await freshDatabase();
  const rooms = givenRooms(database.db);
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
    const beside = (seq: number, position: 'OLDER' | 'NEWER' | 'AROUND') => eventsBeside(reader(), roomId, at(seq), position, false, 30);
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

  it('is not found by whom the room is not shown to', async () => {
    const outsider = await account.agent('Ivo', { inQueue: false });
    await expect(requireVisible(reader(), outsider, roomId)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
    const foreigner = await (await givenAccount(database.db, 'Orion')).agent('Zoe', { role: 'admin' });
    await expect(requireVisible(database.db.reader(foreigner.accountId), foreigner, roomId)).rejects.toMatchObject({
      key: 'ROOM_NOT_FOUND',
    });
  });
});
