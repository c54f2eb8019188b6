import type { Actor } from '../src/accounts/index.ts';
import { type Incoming, receiveText } from '../src/rooms/receive.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from './people.ts';

/** A queue's two agents and their supervisor, and a visitor of theirs. */
export interface Desk {
  readonly database: TestDatabase;
  readonly account: TestAccount;
  readonly rooms: TestRooms;
  readonly elena: Actor;
  readonly dora: Actor;
  readonly petar: Actor;
  /** Maria, in a room of hers; another Maria after `nextVisitor`. */
  visitor: Omit<Incoming, 'text' | 'clientMessageId'>;
  nextVisitor(): Promise<void>;
  /** The visitor writes. */
  write(text: string): ReturnType<typeof receiveText>;
}

/** @param supervisorInQueue whether the supervisor is an agent of the queue, too */
export async function givenDesk({ supervisorInQueue }: { supervisorInQueue: boolean }): Promise<Desk> {
  const database = await freshDatabase();
  const rooms = givenRooms(database.db);
  const account = await givenAccount(database.db);
  const desk: Desk = {
    database,
    account,
    rooms,
    elena: await account.agent('Elena'),
    dora: await account.agent('Dora'),
    petar: await account.agent('Petar', { role: 'supervisor', inQueue: supervisorInQueue }),
    visitor: await account.visitor('Maria'),
    async nextVisitor() {
      desk.visitor = await account.visitor('Maria');
    },
    write: (text) => receiveText(rooms.deps, { ...desk.visitor, text, clientMessageId: messageId() }),
  };
  return desk;
}
