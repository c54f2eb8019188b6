import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Actor } from '../src/accounts/index.ts';
import type { Reader } from '../src/platform/database.ts';
import { receiveText } from '../src/rooms/receive.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from './people.ts';

/** What tests of how rooms are read begin from. */
export interface ReadingWorld {
  database: TestDatabase;
  rooms: TestRooms;
  account: TestAccount;
  /** In the default queue. */
  elena: Actor;
  on(): Reader;
  /** Somebody new writes by live chat. */
  writes(name: string, text?: string): Promise<Awaited<ReturnType<TestAccount['visitor']>>>;
}

/** One database for the tests of a file, and an account of its own with Elena for each of them: to be called where the file begins. */
export function givenReadingWorld(): ReadingWorld {
  const world = {
    on: () => world.database.db.reader(world.account.accountId),
    async writes(name: string, text = 'Hello') {
      const visitor = await world.account.visitor(name);
      await receiveText(world.rooms.deps, { ...visitor, text, clientMessageId: messageId() });
      return visitor;
    },
  } as ReadingWorld;
  beforeAll(async () => {
    world.database = await freshDatabase();
    world.rooms = givenRooms(world.database.db);
  });
  afterAll(() => world.database.drop());
  beforeEach(async () => {
    world.account = await givenAccount(world.database.db);
    world.elena = await world.account.agent('Elena');
  });
  return world;
}
