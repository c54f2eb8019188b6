import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenFiles } from '../../../test/files.ts';
import { loopBack, rawDelivery } from '../../../test/loop-back/channel.ts';
import { givenApplication, givenCustomer, until } from '../../../test/loop-back/customers.ts';
import { type FileBehaviour, type Provider, startProvider } from '../../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { blackPng } from '../../../test/pictures.ts';
import { newestEvents } from '../../../test/reads.ts';
import type { Claiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import type { AnnouncedFile } from '../channel-port.ts';
import { startFetching } from './fetch-files.ts';
import { startReceiving, storeInbound } from './inbound.ts';

let database: TestDatabase;
let rooms: TestRooms;
let provider: Provider;
let picture: Buffer;
const working: Claiming[] = [];
const accounts: TestAccount[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db, givenFiles(database.db, { limit: 100_000 }));
  provider = await startProvider({ knowsKeys: true });
  rooms.deps.channels.register(loopBack({ type: 'WHATSAPP', origin: provider.origin, takesKey: true }));
  picture = await blackPng(40, 30);
});
afterEach(async () => {
  await Promise.all(working.splice(0).map((one) => one.stop()));
  for (const { accountId } of accounts.splice(0)) await database.db.reader(accountId).deleteFrom('coming_files').execute();
});
afterAll(async () => {
  await provider.close();
  await database.drop();
});

const isComing = ({ accountId }: TestAccount) => database.db.reader(accountId).selectFrom('coming_files').selectAll().execute();
const timesAsked = ({ reference }: AnnouncedFile) => provider.asked.filter((one) => one === reference).length;
const fetching = (answerWithin: number) => void working.push(startFetching(rooms.deps, openLog('silent'), answerWithin));

async function givenLine(name: string): Promise<TestAccount> {
  const account = await givenAccount(database.db, name);
  accounts.push(account);
  return account;
}

let count = 0;
function announced(behaviour: () => FileBehaviour): AnnouncedFile {
  const reference = `fair-${++count}`;
  provider.files.set(reference, behaviour);
  return { reference, name: 'a.png', kind: 'IMAGE' };
}
const hanging = (many: number) => Array.from({ length: many }, () => announced(() => ({ do: 'hang' })));

/** A customer of a new application of this account writes, with these files. @returns what their room says of the first file */
async function bring(account: TestAccount, files: readonly AnnouncedFile[]) {
  const { accountId } = account;
  const agent = await account.agent(`Agent ${++count}`);
  const channelApplicationId = await givenApplication(database.db, account, 'WHATSAPP');
  const { address, roomId } = await givenCustomer(rooms.deps, agent, 'WHATSAPP', channelApplicationId);
  await storeInbound(rooms.deps, { accountId, channelApplicationId, channelType: 'WHATSAPP' }, [
    rawDelivery({ kind: 'MESSAGE', providerMessageId: newId(), address, name: null, text: 'Look', files }, newId()),
  ]);
  const receiving = startReceiving(rooms.deps, openLog('silent'));
  await until(
    () => database.db.reader(accountId).selectFrom('raw_inbound').select('id').where('state', '=', 'WAITING').execute(),
    (rows) => rows.length === 0,
  );
  await receiving.stop();
  return async () => {
    const { content } = await newestEvents(database.db.reader(accountId), roomId, false, 100);
    return content.map(({ eventData }) => eventData.message).find((message) => message?.text === 'Look');
  };
}

describe('a provider that says “later”', () => {
  it('and names no time is asked again no sooner than one that fails, and so each time later', async () => {
    const account = await givenLine('Lumen');
    const times: number[] = [];
    const file = announced(() => {
      times.push(performance.now());
      return { do: 'later', afterMs: 0 };
    });
    await bring(account, [file]);
    fetching(20_000);
    await until(
      async () => times,
      (all) => all.length === 3,
    );
    const [first, second, third] = times as [number, number, number];
    expect(second - first).toBeGreaterThan(450);
    expect(third - second).toBeGreaterThan(950);
  });

  it('for the tenth time is not asked again', async () => {
    const account = await givenLine('Lumen');
    const file = announced(() => ({ do: 'later', afterMs: 0 }));
    const message = await bring(account, [file]);
    await database.db.reader(account.accountId).updateTable('coming_files').set({ tries: 9 }).execute();
    fetching(20_000);
    await until(
      () => isComing(account),
      (rows) => rows.length === 0,
    );
    expect(await message()).toMatchObject({ fileState: 'FAILED' });
    expect(timesAsked(file)).toBe(1);
  });
});

describe('while providers hang', () => {
  it('those of many applications of several accounts leave room for the files of everybody else', async () => {
    const bad = [await givenLine('First'), await givenLine('Second'), await givenLine('Third')];
    const hung: AnnouncedFile[] = [];
    for (const account of bad) {
      for (let n = 0; n < 4; n++) {
        const files = hanging(8);
        hung.push(...files);
        await bring(account, files);
      }
    }
    fetching(600_000);
    const underWay = () => hung.filter((file) => timesAsked(file) > 0).length;
    // All but eight places, and of those one for the account that has none yet.
    await until(
      async () => underWay(),
      (many) => many >= 24,
    );
    const good = await givenLine('Orion');
    const message = await bring(good, [announced(() => ({ do: 'give', bytes: picture }))]);
    await until(message, (now) => now?.mediaType === 'image/png');
    expect(underWay()).toBeLessThanOrEqual(25);
  });

  it('a try ends soon, counts as one, and from then on each holds one place alone until it speaks again', async () => {
    const account = await givenLine('Lumen');
    let isMended = false;
    let together = 0;
    const files = Array.from({ length: 12 }, () =>
      announced(() => {
        together++;
        return isMended ? { do: 'give', bytes: picture } : { do: 'hang' };
      }),
    );
    await bring(account, files);
    fetching(1500);
    await until(
      async () => together,
      (many) => many === 8,
    );
    // The eight end together; the ninth is asked for by itself.
    await until(
      async () => together,
      (many) => many === 9,
    );
    const held = (await isComing(account)).filter(({ lease }) => lease !== null);
    expect(held).toHaveLength(1);
    expect((await isComing(account)).filter(({ tries }) => tries === 1)).toHaveLength(9);
    isMended = true;
    await until(
      () => isComing(account),
      (rows) => rows.length === 0,
      30_000,
    );
  });
});
