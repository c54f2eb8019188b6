import type { RoomEvent } from '@parley/contract';
import type { Actor } from '../src/accounts/index.ts';
import { receiveText } from '../src/rooms/receive.ts';
import { inRooms, type RoomWork, roomWork } from '../src/rooms/work.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from './people.ts';
import { newestEvents } from './reads.ts';

/** A visitor's conversation, in the room of which something is to be recorded. */
export interface RecordedTalk {
  database: TestDatabase;
  rooms: TestRooms;
  account: TestAccount;
  elena: Actor;
  roomId: string;
  conversationId: string;
  contactChannelId: string;
  /** Does something in a transaction that has the room open. */
  record<T>(what: (work: RoomWork) => Promise<T>): Promise<T>;
  /** The newest entries of the history, the oldest first: what happened, to what, by whom. */
  recorded(count: number): Promise<[type: RoomEvent['eventData']['type'], value: string | null, byId: string | null][]>;
}

export async function givenRecordedTalk(): Promise<RecordedTalk> {
  const database = await freshDatabase();
  const rooms = givenRooms(database.db);
  const account = await givenAccount(database.db);
  const elena = await account.agent('Elena');
  const visitor = await account.visitor('Mira');
  const { accountId, roomId, contactChannelId } = visitor;
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const on = database.db.reader(accountId);
  const { id: conversationId } = await on.selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
  return {
    database,
    rooms,
    account,
    elena,
    roomId,
    conversationId,
    contactChannelId,
    record: (what) => inRooms(database.db, accountId, async (tx) => what(await roomWork(tx, accountId, roomId))),
    recorded: async (count) =>
      (await newestEvents(on, roomId, false, count)).content.map(({ eventData, origin }) => [
        eventData.type,
        eventData.modifiedValue,
        origin.id,
      ]),
  };
}
