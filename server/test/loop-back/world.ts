import type { Actor } from '../../src/accounts/index.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../people.ts';
import { loopBack } from './channel.ts';
import { givenApplication } from './customers.ts';
import { type Provider, startProvider } from './provider.ts';
import { startWorker, type Worker } from './worker.ts';

export interface World {
  database: TestDatabase;
  account: TestAccount;
  rooms: TestRooms;
  elena: Actor;
  keys: Provider;
  noKeys: Provider;
  sms: string;
  whatsapp: string;
  worker(): Promise<Worker>;
  close(): Promise<void>;
}

/** A database, two providers, and workers in processes of their own. */
export async function givenWorld(): Promise<World> {
  const database = await freshDatabase();
  const rooms = givenRooms(database.db);
  const account = await givenAccount(database.db);
  const elena = await account.agent('Elena');
  const keys = await startProvider({ knowsKeys: true });
  const noKeys = await startProvider({ knowsKeys: false });
  const channels = [
    { type: 'SMS' as const, origin: keys.origin, takesKey: true },
    { type: 'WHATSAPP' as const, origin: noKeys.origin, takesKey: false },
  ];
  for (const channel of channels) rooms.deps.channels.register(loopBack(channel));
  const workers: Worker[] = [];
  return {
    database,
    account,
    rooms,
    elena,
    keys,
    noKeys,
    sms: await givenApplication(database.db, account, 'SMS'),
    whatsapp: await givenApplication(database.db, account, 'WHATSAPP'),
    async worker() {
      const worker = startWorker();
      workers.push(worker);
      await worker.order({ do: 'open', appUrl: database.appUrl, ownerUrl: database.ownerUrl, channels });
      return worker;
    },
    async close() {
      await Promise.all(workers.map((one) => one.kill()));
      await Promise.all([keys.close(), noKeys.close()]);
      await database.drop();
    },
  };
}
