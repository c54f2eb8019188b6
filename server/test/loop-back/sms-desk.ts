import type { Actor } from '../../src/accounts/index.ts';
import { openLog } from '../../src/platform/log.ts';
import { Problem } from '../../src/platform/problem.ts';
import { startDelivering } from '../../src/rooms/delivery/deliver.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../people.ts';
import { loopBack } from './channel.ts';
import { deliveryShown, givenApplication, until } from './customers.ts';
import { type Provider, startProvider } from './provider.ts';

/** An agent and a supervisor who write by SMS, with what delivers it to a provider of the test. */
export interface SmsDesk {
  database: TestDatabase;
  account: TestAccount;
  rooms: TestRooms;
  elena: Actor;
  boss: Actor;
  provider: Provider;
  /** Id of the application. */
  sms: string;
  /** Waits until the event's delivery shows this. */
  shown(eventId: string, expected: string): Promise<string | null>;
  close(): Promise<void>;
}

/** @param takesKey whether the provider knows what it was sent already, by its key */
export async function givenSmsDesk({ takesKey, timeoutMs }: { takesKey: boolean; timeoutMs: number }): Promise<SmsDesk> {
  const database = await freshDatabase();
  const rooms = givenRooms(database.db);
  const account = await givenAccount(database.db);
  const elena = await account.agent('Elena');
  const boss = await account.agent('Petar', { role: 'supervisor' });
  const provider = await startProvider({ knowsKeys: takesKey });
  rooms.deps.channels.register(loopBack({ type: 'SMS', origin: provider.origin, takesKey, timeoutMs }));
  const sms = await givenApplication(database.db, account, 'SMS');
  const delivering = startDelivering(rooms.deps, openLog('silent'));
  return {
    database,
    account,
    rooms,
    elena,
    boss,
    provider,
    sms,
    shown: (eventId, expected) =>
      until(
        () => deliveryShown(database.db, account.accountId, eventId),
        (now) => now === expected,
      ),
    async close() {
      await delivering.stop();
      await rooms.deps.lanes.drained();
      await provider.close();
      await database.drop();
    },
  };
}

/** Why it was refused, by its key; `nothing` when it was not. */
export const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
