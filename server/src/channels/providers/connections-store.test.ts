import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { givenCarrier, givenEnd, givenProviders, givenService, type TestProviders } from '../../../test/providers.ts';
import { tellChannelsChanged } from './index.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let providers: TestProviders;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  providers = await givenProviders(rooms, []);
});
afterAll(async () => {
  await providers.close();
  await database.drop();
});

describe('the ends of channels, as adapters have them', () => {
  it('come with their carrier and with what they must keep secret, which rests encrypted', async () => {
    const carrierId = await givenCarrier(database.db, { kind: 'SMPP', address: 'smpp://127.0.0.1:2775', settings: { window: 5 } });
    const serviceId = await givenService(database.db, { carrierId, channelType: 'SMS', communicationType: 'ONE_WAY', password: 'тайна' });
    const end = await givenEnd(database.db, account, { type: 'SMS', sender: 'Shop', serviceId, secrets: { key: 'hidden words' } });
    const connection = await providers.connection(account.accountId, end.id);
    expect(connection).toMatchObject({
      accountId: account.accountId,
      type: 'SMS',
      sender: 'Shop',
      communicationType: 'ONE_WAY',
      active: true,
      secrets: { key: 'hidden words' },
      hookAddress: end.hookAt('https://parley.example'),
      service: { id: serviceId, password: 'тайна', carrier: { id: carrierId, kind: 'SMPP', settings: { window: 5, numberTon: 1 } } },
    });
    const row = await database.db.reader(account.accountId).selectFrom('channel_applications').select('secrets').where('id', '=', end.id);
    expect((await row.executeTakeFirstOrThrow()).secrets?.includes('hidden')).toBe(false);
  });

  it('are of their account alone', async () => {
    const end = await givenEnd(database.db, account, { type: 'VIBER_PUBLIC' });
    const other = await givenAccount(database.db, 'Orion');
    expect(await providers.connections.of(other.accountId, end.id)).toBeNull();
    expect(await providers.connections.ofHook('no such key')).toBeNull();
    expect(await providers.connections.ofHook(end.hookKey)).toMatchObject({ channelApplicationId: end.id });
  });

  it('are found by the service through which they speak, in all accounts; one through which nobody speaks is none', async () => {
    const other = await givenAccount(database.db, 'Vega');
    const carrierId = await givenCarrier(database.db, { kind: 'INFOBIP', address: 'https://carrier.example' });
    const used = await givenService(database.db, { carrierId, channelType: 'VIBER' });
    await givenService(database.db, { carrierId, channelType: 'VIBER', title: 'Nobody’s' });
    const ends = [
      await givenEnd(database.db, account, { type: 'VIBER', serviceId: used }),
      await givenEnd(database.db, other, { type: 'VIBER', serviceId: used }),
    ];
    const found = await providers.connections.ofService(used);
    expect(found.map((one) => one.channelApplicationId).toSorted()).toEqual(ends.map((one) => one.id).toSorted());
    expect((await providers.connections.services('INFOBIP')).map((one) => one.id)).toEqual([used]);
  });

  it('are held until a change is committed, which every listener hears', async () => {
    const end = await givenEnd(database.db, account, { type: 'VIBER_PUBLIC', name: 'Before' });
    const named = async () => (await providers.connection(account.accountId, end.id)).name;
    let heard = 0;
    const stopHearing = providers.connections.onChange(() => heard++);
    expect(await named()).toBe('Before');
    await database.db.inAccount(account.accountId, async (tx) => {
      await tx.updateTable('channel_applications').set({ name: 'After' }).where('id', '=', end.id).execute();
      tellChannelsChanged(tx, rooms.bus);
      expect([heard, await named()]).toEqual([0, 'Before']);
    });
    expect([heard, await named()]).toEqual([1, 'After']);
    stopHearing();
    providers.changed();
    expect(heard).toBe(1);
  });
});
