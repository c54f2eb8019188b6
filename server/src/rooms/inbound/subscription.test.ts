import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawDelivery } from '../../../test/loop-back/channel.ts';
import { givenCustomer, newAddress, until } from '../../../test/loop-back/customers.ts';
import { type Desk, givenDesk, placeFor, refusalOf } from '../../../test/loop-back/desk.ts';
import type { Reading } from '../channel-port.ts';
import { readRooms } from '../reading/room-view.ts';
import { sendText } from '../send.ts';
import { startReceiving, storeInbound } from './inbound.ts';

let desk: Desk<'VIBER_PUBLIC'>;
const LEFT = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED';

beforeAll(async () => {
  desk = await givenDesk({ VIBER_PUBLIC: {} }, { takesKey: false, also: [startReceiving] });
});
afterAll(() => desk.close());

const NOON = Date.UTC(2026, 10, 30, 12);
const at = (second: number) => new Date(NOON + second * 1000).toISOString();
const told = (address: string, subscribed: boolean, second: number): Reading => ({
  kind: 'SUBSCRIPTION',
  address,
  subscribed,
  name: 'Rumi',
  at: at(second),
});
let messages = 0;
const words = (address: string, text: string, second: number): Reading => ({
  kind: 'MESSAGE',
  providerMessageId: `said-${++messages}`,
  address,
  name: 'Rumi',
  text,
  subscribedAt: at(second),
});

/** Brings these in turn, and waits until all of them were worked on. */
async function bring(...readings: Reading[]): Promise<void> {
  const place = {
    accountId: desk.account.accountId,
    channelApplicationId: desk.applications.VIBER_PUBLIC,
    channelType: 'VIBER_PUBLIC',
  } as const;
  await storeInbound(
    desk.rooms.deps,
    place,
    readings.map((reading) => rawDelivery(reading)),
  );
  await until(
    () => desk.on().selectFrom('raw_inbound').select('id').where('state', '=', 'WAITING').execute(),
    (waiting) => waiting.length === 0,
  );
}

async function roomOf(address: string) {
  const row = await desk.on().selectFrom('contact_channels').select(['room_id', 'id']).where('address', '=', address).executeTakeFirst();
  const [room] = row?.room_id ? await readRooms(desk.on(), [row.room_id]) : [];
  return room;
}
/** What the history of an address tells beside what was begun in it. */
async function historyOf(address: string): Promise<string[]> {
  const rows = await desk
    .on()
    .selectFrom('events as e')
    .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
    .select(['e.type', 'e.message'])
    .where('c.address', '=', address)
    .orderBy('e.seq')
    .execute();
  return rows.map(({ type, message }) => (type === 'MESSAGE' ? (message as { text: string }).text : type));
}
const channelOf = async (address: string) => (await roomOf(address))?.channels[0];

describe('a subscription (communications, section 3)', () => {
  it('makes a contact of whoever subscribes, with an entry of its history, once however often it is brought', async () => {
    const address = newAddress();
    await bring(told(address, true, 1));
    await bring(told(address, true, 1), told(address, true, 2));
    expect(await historyOf(address)).toEqual(['CUSTOMER_SUBSCRIBED']);
    const room = await roomOf(address);
    expect(room).toMatchObject({ name: 'Rumi', state: 'RESOLVED', roomConversations: [] });
    expect(room?.channels[0]).not.toHaveProperty('unsubscribed');
  });

  it('of somebody unknown who leaves nothing is kept', async () => {
    const address = newAddress();
    await bring(told(address, false, 1));
    expect(await roomOf(address)).toBeUndefined();
  });

  it('once it is ended refuses what is sent, tells everybody in the room, and a new one opens the channel again', async () => {
    const rumi = await givenCustomer(desk.rooms.deps, desk.elena, 'VIBER_PUBLIC', desk.applications.VIBER_PUBLIC);
    const screen = await desk.rooms.screenOf(desk.elena);
    const write = () => refusalOf(sendText(desk.rooms.deps, desk.elena, { ...placeFor(rumi), text: 'Still there?' }));
    expect(await write()).toBe('nothing');
    await bring(told(rumi.address, false, 10));
    expect(await write()).toBe(LEFT);
    expect(await channelOf(rumi.address)).toMatchObject({ unsubscribed: true });
    await bring(told(rumi.address, true, 20));
    expect(await write()).toBe('nothing');
    const frames = screen.frames.filter(({ type }) => ['ChannelUpdated', 'CustomerSubscribed', 'CustomerUnsubscribed'].includes(type));
    expect(frames.map(({ type, payload }) => [type, (payload as { channel?: { unsubscribed?: true } }).channel?.unsubscribed])).toEqual([
      ['CustomerUnsubscribed', undefined],
      ['ChannelUpdated', true],
      ['CustomerSubscribed', undefined],
      ['ChannelUpdated', undefined],
    ]);
    // It stands in the conversation that the channel is in.
    const open = (await roomOf(rumi.address))?.roomConversations[0]?.id;
    expect(frames[0]?.payload).toMatchObject({ event: { conversationId: open } });
  });

  it('that is told late or out of order changes nothing', async () => {
    const address = newAddress();
    await bring(words(address, 'Hello', 1), told(address, false, 30), told(address, true, 5), told(address, false, 30));
    expect(await channelOf(address)).toMatchObject({ unsubscribed: true });
    expect(await historyOf(address)).toEqual(['Hello', 'CUSTOMER_UNSUBSCRIBED']);
  });

  it('begins anew with what is written after it was ended, and not with what was written before and comes late', async () => {
    const { address } = await givenCustomer(desk.rooms.deps, desk.elena, 'VIBER_PUBLIC', desk.applications.VIBER_PUBLIC);
    await bring(told(address, false, 30));
    await bring(words(address, 'written before', 20));
    expect(await channelOf(address)).toMatchObject({ unsubscribed: true });
    await bring(words(address, 'I am back', 40));
    expect(await channelOf(address)).not.toHaveProperty('unsubscribed');
    expect((await historyOf(address)).slice(-4)).toEqual(['CUSTOMER_UNSUBSCRIBED', 'written before', 'CUSTOMER_SUBSCRIBED', 'I am back']);
  });

  it('of one person that ends in the middle holds up nobody else: each part has a state of its own (BUG-062)', async () => {
    const { deps } = desk.rooms;
    const rumi = await givenCustomer(deps, desk.elena, 'VIBER_PUBLIC', desk.applications.VIBER_PUBLIC);
    const others = [];
    for (let n = 0; n < 5; n++) others.push(await givenCustomer(deps, desk.elena, 'VIBER_PUBLIC', desk.applications.VIBER_PUBLIC));
    desk.provider.behave(({ text }) =>
      /part [23]/.test(text) ? { do: 'refuse', reason: 'NOT_SUBSCRIBED', final: true } : { do: 'accept' },
    );
    const parts = [];
    for (const part of [1, 2, 3]) parts.push(await rumi.say(`part ${part}`));
    const elsewhere = [];
    for (const other of others) for (let n = 0; n < 10; n++) elsewhere.push(await other.say(`line ${n}`));
    await bring(told(rumi.address, false, 50));
    await desk.shown(parts[0] ?? '', 'SENT');
    for (const part of parts.slice(1)) await desk.shown(part, 'REJECTED NOT_SUBSCRIBED');
    for (const line of elsewhere) await desk.shown(line, 'SENT');
    expect(await refusalOf(rumi.say('part 4'))).toBe(LEFT);
  }, 30_000);
});
