import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { markDelivered, markSeen } from '../../test/reports.ts';
import type { Actor } from '../accounts/index.ts';
import { assignByPerson } from './assign.ts';
import { receiveText } from './receive.ts';
import { sendNote, sendText } from './send.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
});
afterAll(() => database.drop());

it('is said and answered in the same moment, and neither ends the other', async () => {
  const { db } = database;
  const visitor = await account.visitor('Maria');
  const { roomId } = visitor;
  const write = () => receiveText(rooms.deps, { ...visitor, text: 'Is it in stock?', clientMessageId: messageId() });
  await write();
  const open = db.reader(account.accountId).selectFrom('conversations').select('id').where('room_id', '=', roomId);
  const { id: conversationId } = await open.executeTakeFirstOrThrow();
  await inRooms(db, account.accountId, (tx) =>
    assignByPerson(tx, elena, { roomId, conversationId, userId: elena.userId, expectedUserId: null }),
  );
  // Two in three such rounds ended in a deadlock when seeing locked the member before the channel, and storing the channel first.
  for (let round = 0; round < 40; round++) {
    const { event_id: roomEventId } = await write();
    const seen = { roomId, roomEventId };
    const message = () => ({ roomId, clientMessageId: messageId(), text: 'Yes, two of them' });
    await Promise.all([
      inRooms(db, account.accountId, (tx) => markSeen(rooms.deps, tx, elena, seen)),
      sendText(rooms.deps, elena, { ...message(), channelId: visitor.contactChannelId }),
      inRooms(db, account.accountId, (tx) => markDelivered(rooms.deps, tx, elena, seen)),
      sendNote(rooms.deps, elena, message()),
    ]);
  }
  const on = db.reader(account.accountId);
  const rows = await on.selectFrom('memberships').select(['user_id', 'seen_public']).where('room_id', '=', roomId).execute();
  const room = await on.selectFrom('rooms').select(['public_count']).where('id', '=', roomId).executeTakeFirstOrThrow();
  expect(rows.find((row) => row.user_id === elena.userId)?.seen_public).toBe(room.public_count);
});
