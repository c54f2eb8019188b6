import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack, rawDelivery } from '../../../test/loop-back/channel.ts';
import { deliveryShown, givenApplication, givenCustomer, newAddress, until } from '../../../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import type { Claiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import type { Reading } from '../channel-port.ts';
import { startDelivering } from '../delivery/deliver.ts';
import { claimInbound, startReceiving, storeInbound } from './inbound.ts';
import { releaseFromQuarantine } from './quarantine.ts';
import { receiveFromProvider } from './receive-from-provider.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let provider: Provider;
let working: Claiming[];
let viber: string;
let place: { accountId: string; channelApplicationId: string; channelType: 'VIBER' };
/** Texts that the channel cannot read for the moment, as after a change at the provider. */
const unreadable = new Set<string>();

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  provider = await startProvider({ knowsKeys: true });
  const channel = loopBack({ type: 'VIBER', origin: provider.origin, takesKey: true });
  rooms.deps.channels.register({
    ...channel,
    read(body) {
      if ([...unreadable].some((text) => body.includes(text))) throw new Error('a field nobody told of');
      return channel.read(body);
    },
  });
  viber = await givenApplication(database.db, account, 'VIBER');
  place = { accountId: account.accountId, channelApplicationId: viber, channelType: 'VIBER' };
  working = [startReceiving(rooms.deps, openLog('silent')), startDelivering(rooms.deps, openLog('silent'))];
});
afterAll(async () => {
  await Promise.all(working.map((one) => one.stop()));
  await provider.close();
  await database.drop();
});
afterEach(() => unreadable.clear());

let messages = 0;
const message = (address: string, text: string, providerMessageId = `in-${++messages}`): Extract<Reading, { kind: 'MESSAGE' }> => ({
  kind: 'MESSAGE',
  providerMessageId,
  address,
  name: 'Vera',
  text,
});
const reader = () => database.db.reader(account.accountId);
async function textsOf(address: string): Promise<string[]> {
  const rows = await reader()
    .selectFrom('events as e')
    .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
    .select('e.message')
    .where('c.channel_application_id', '=', viber)
    .where('c.address', '=', address)
    .where('e.kind', '=', 'COMMUNICATION')
    .orderBy('e.seq')
    .execute();
  return rows.map((row) => (row.message as { text: string }).text);
}
const stateOf = async (deliveryKey: string) => {
  const row = await reader()
    .selectFrom('raw_inbound')
    .select(['id', 'state', 'error', 'tries'])
    .where('delivery_key', '=', deliveryKey)
    .executeTakeFirstOrThrow();
  return row;
};

describe('what a provider brings', () => {
  it('becomes messages in the order in which an address sent them', async () => {
    const address = newAddress();
    const texts = Array.from({ length: 15 }, (_, index) => `line ${index}`);
    await storeInbound(
      rooms.deps,
      place,
      texts.map((text) => rawDelivery(message(address, text))),
    );
    await until(
      () => textsOf(address),
      (now) => now.length === texts.length,
    );
    expect(await textsOf(address)).toEqual(texts);
  });

  it('is stored once when it is brought twice, under the same key or another', async () => {
    const address = newAddress();
    const hello = message(address, 'Hello');
    await storeInbound(rooms.deps, place, [rawDelivery(hello), rawDelivery(hello)]);
    await storeInbound(rooms.deps, place, [rawDelivery(hello)]);
    await storeInbound(rooms.deps, place, [rawDelivery(hello, 'the same once more'), rawDelivery(message(address, 'Bye'))]);
    await until(
      () => textsOf(address),
      (now) => now.includes('Bye'),
    );
    expect(await textsOf(address)).toEqual(['Hello', 'Bye']);
  });

  it('is an event when the provider is answered, where it joins a conversation, and nothing is left to do', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'VIBER', viber);
    await storeInbound(rooms.deps, place, [rawDelivery(message(customer.address, 'At once'), 'at-once')]);
    expect(await textsOf(customer.address)).toContain('At once');
    const { state, tries } = await stateOf('at-once');
    expect([state, tries]).toEqual(['DONE', 1]);
    await storeInbound(rooms.deps, place, [rawDelivery(message(customer.address, 'At once', `in-${messages}`), 'at-once again')]);
    expect((await textsOf(customer.address)).filter((text) => text === 'At once')).toHaveLength(1);
    expect((await stateOf('at-once again')).state).toBe('DONE');
  });

  it('is refused when the account does not have that channel application', async () => {
    const other = await givenAccount(database.db, 'Vela');
    const foreign = { ...place, accountId: other.accountId };
    const mine = { ...place, accountId: account.accountId };
    const address = newAddress();
    const kept = storeInbound(rooms.deps, mine, [rawDelivery(message(address, 'mine'), 'of the account')]);
    await expect(storeInbound(rooms.deps, foreign, [rawDelivery(message(address, 'theirs'), 'of another')])).rejects.toThrow(
      'channel application',
    );
    await kept;
    await until(
      () => textsOf(address),
      (now) => now.includes('mine'),
    );
    expect(await database.db.reader(other.accountId).selectFrom('raw_inbound').select('id').execute()).toEqual([]);
  });

  it('waits behind what is still to be worked on of its address', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'VIBER', viber);
    const { address } = customer;
    const first = rawDelivery(message(address, 'first'));
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    // As a process leaves it that died with it.
    await reader()
      .insertInto('raw_inbound')
      .values({
        id: newId(),
        account_id: account.accountId,
        channel_application_id: viber,
        address,
        delivery_key: first.deliveryKey,
        body: first.body,
        due_at: inAnHour,
        lease: newId(),
      })
      .execute();
    await storeInbound(rooms.deps, place, [rawDelivery(message(address, 'second'), 'held up')]);
    expect((await stateOf('held up')).state).toBe('WAITING');
    expect(await textsOf(address)).not.toContain('second');
    await reader()
      .updateTable('raw_inbound')
      .set({ due_at: new Date(0).toISOString() })
      .where('delivery_key', '=', first.deliveryKey)
      .execute();
    await until(
      () => textsOf(address),
      (now) => now.includes('second'),
    );
    expect((await textsOf(address)).slice(-2)).toEqual(['first', 'second']);
  });

  it('makes one contact, channel, room and conversation of five first messages at once', async () => {
    const address = newAddress();
    const before = await reader().selectFrom('contacts').select('id').execute();
    const common = place;
    const first = Array.from({ length: 5 }, (_, index) => message(address, `first ${index}`));
    await Promise.all(first.map((one) => receiveFromProvider(rooms.deps, { ...one, ...common })));
    expect((await textsOf(address)).toSorted()).toEqual(first.map((one) => one.text));
    const after = await reader().selectFrom('contacts').select('id').execute();
    expect(after.length - before.length).toBe(1);
    const conversations = await reader()
      .selectFrom('conversation_channels as cc')
      .innerJoin('contact_channels as c', 'c.id', 'cc.contact_channel_id')
      .select('cc.conversation_id')
      .where('c.address', '=', address)
      .execute();
    expect(conversations).toHaveLength(1);
  });

  it('stores the same message once when five processes hold it at once', async () => {
    const address = newAddress();
    const same = { ...message(address, 'Echo'), ...place };
    const events = await Promise.all(Array.from({ length: 5 }, () => receiveFromProvider(rooms.deps, same)));
    expect(new Set(events).size).toBe(1);
    expect(await textsOf(address)).toEqual(['Echo']);
  });

  it('goes into quarantine when it cannot be read, holds nothing up, and can be run again', async () => {
    const address = newAddress();
    unreadable.add('strange');
    await storeInbound(rooms.deps, place, [
      rawDelivery(message(address, 'before')),
      rawDelivery(message(address, 'strange'), 'strange-key'),
      rawDelivery(message(address, 'after')),
      { address, deliveryKey: 'no-json', body: '<html>' },
    ]);
    await until(
      () => textsOf(address),
      (now) => now.includes('after'),
    );
    expect(await textsOf(address)).toEqual(['before', 'after']);
    const strange = await until(
      () => stateOf('strange-key'),
      (now) => now.state === 'QUARANTINED',
    );
    expect(strange.error).toBe('a field nobody told of');
    await until(
      () => stateOf('no-json'),
      (now) => now.state === 'QUARANTINED',
    );
    unreadable.clear();
    expect(await releaseFromQuarantine(rooms.deps, account.accountId, strange.id)).toBe(true);
    await until(
      () => textsOf(address),
      (now) => now.includes('strange'),
    );
    expect(await releaseFromQuarantine(rooms.deps, account.accountId, strange.id)).toBe(false);
    const other = await givenAccount(database.db, 'Orion');
    expect(await releaseFromQuarantine(rooms.deps, other.accountId, strange.id)).toBe(false);
  });

  it('ends in quarantine when every process that took it died', async () => {
    const other = await givenAccount(database.db, 'Lyra');
    const application = await givenApplication(database.db, other, 'WHATSAPP');
    const deps = { ...rooms.deps, channels: { ...rooms.deps.channels, types: () => ['WHATSAPP'], of: rooms.deps.channels.of } };
    await storeInbound(deps, { accountId: other.accountId, channelApplicationId: application, channelType: 'WHATSAPP' }, [
      { address: 'x', deliveryKey: 'deadly', body: JSON.stringify(message('x', 'deadly')) },
    ]);
    const rows = database.db.reader(other.accountId);
    for (let death = 0; death < 6; death++) {
      expect(await claimInbound(deps, 1)).toHaveLength(1);
      expect(await claimInbound(deps, 1)).toHaveLength(0);
      await rows
        .updateTable('raw_inbound')
        .set({ due_at: new Date(0).toISOString() })
        .where('delivery_key', '=', 'deadly')
        .execute();
    }
    const read = loopBack({ type: 'WHATSAPP', origin: provider.origin, takesKey: false });
    const receiving = startReceiving({ ...deps, channels: { ...deps.channels, of: () => read } }, openLog('silent'));
    const row = await until(
      () => rows.selectFrom('raw_inbound').select(['state', 'error']).where('delivery_key', '=', 'deadly').executeTakeFirstOrThrow(),
      (now) => now.state === 'QUARANTINED',
    );
    await receiving.stop();
    expect(row.error).toBe('every process that tried it died');
    expect(await rows.selectFrom('events').select('id').execute()).toEqual([]);
  });

  it('brings statuses too, early, twice and out of order', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'VIBER', viber);
    provider.onAccept(async ({ providerMessageId }) => {
      const status = (name: 'DELIVERED' | 'SEEN'): Reading => ({ kind: 'STATUS', providerMessageId, status: name, reason: null });
      const brought = [status('SEEN'), status('DELIVERED'), status('SEEN')];
      await storeInbound(
        rooms.deps,
        place,
        brought.map((one, index) => rawDelivery(one, `${providerMessageId}-${index}`, customer.address)),
      );
      await until(
        () => reader().selectFrom('raw_inbound').select('id').where('state', '=', 'WAITING').execute(),
        (rows) => rows.length === 0,
      );
    });
    const eventId = await customer.say('Did you get it?');
    await until(
      () => deliveryShown(database.db, account.accountId, eventId),
      (now) => now === 'SEEN',
    );
  });
});
