import type { ChannelType } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApplication, newAddress } from '../../../test/loop-back/customers.ts';
import { type Desk, givenDesk } from '../../../test/loop-back/desk.ts';
import { givenAccount } from '../../../test/people.ts';
import { readRooms } from '../reading/room-view.ts';
import { receiveFromProvider } from './receive-from-provider.ts';

type Type = 'SMS' | 'VIBER' | 'VIBER_PUBLIC';

let desk: Desk<Type>;
beforeAll(async () => {
  desk = await givenDesk({ SMS: {}, VIBER: {}, VIBER_PUBLIC: {} }, { takesKey: false });
});
afterAll(() => desk.close());

let messages = 0;
async function write(
  channelType: ChannelType,
  address: string,
  { accountId = desk.account.accountId, end = desk.applications[channelType as Type] }: { accountId?: string; end?: string } = {},
): Promise<void> {
  await receiveFromProvider(desk.rooms.deps, {
    accountId,
    channelApplicationId: end,
    channelType,
    providerMessageId: `number-${++messages}`,
    address,
    name: 'Vera',
    text: 'Hello',
  });
}
const roomsOf = async (address: string, accountId = desk.account.accountId) => {
  const rows = await desk.database.db
    .reader(accountId)
    .selectFrom('contact_channels')
    .select(['contact_id', 'room_id', 'type'])
    .where('address', '=', address)
    .orderBy('type')
    .execute();
  return {
    types: rows.map(({ type }) => type),
    contacts: new Set(rows.map((row) => row.contact_id)),
    rooms: new Set(rows.map((row) => row.room_id)),
  };
};

describe('one telephone number', () => {
  it('is one contact with one room on SMS and Viber, by whichever it writes first', async () => {
    for (const order of [['SMS', 'VIBER'] as const, ['VIBER', 'SMS'] as const]) {
      const number = newAddress();
      for (const type of order) await write(type, number);
      const { types, contacts, rooms } = await roomsOf(number);
      expect(types).toEqual(['SMS', 'VIBER']);
      expect([contacts.size, rooms.size]).toEqual([1, 1]);
      const [roomId] = rooms;
      const [room] = await readRooms(desk.on(), [roomId as string]);
      expect(room?.channels.map(({ channelType }) => channelType).toSorted()).toEqual(['SMS', 'VIBER']);
    }
  });

  it('is one contact also when its first words come on both channels at once, and on two senders of one', async () => {
    const number = newAddress();
    const other = await givenApplication(desk.database.db, desk.account, 'SMS');
    await Promise.all([write('SMS', number), write('VIBER', number), write('SMS', number, { end: other }), write('VIBER', number)]);
    const { types, contacts, rooms } = await roomsOf(number);
    expect(types).toEqual(['SMS', 'SMS', 'VIBER']);
    expect([contacts.size, rooms.size]).toEqual([1, 1]);
  });

  it('is told to who sees the room: there is one more channel, by frames without a hole', async () => {
    const number = newAddress();
    await write('SMS', number);
    const [roomId] = (await roomsOf(number)).rooms;
    const screen = await desk.rooms.screenOf(desk.elena);
    const [before] = await readRooms(desk.on(), [roomId as string]);
    await write('VIBER', number);
    const [after] = await readRooms(desk.on(), [roomId as string]);
    const frames = screen.frames.filter(({ payload }) => payload.roomId === roomId && 'change' in payload);
    const [added] = screen.of('ChannelUpdated');
    const second = after?.channels.find(({ channelType }) => channelType === 'VIBER');
    expect([before?.channels.length, after?.channels.length]).toEqual([1, 2]);
    expect(added).toMatchObject({ roomId, channel: second });
    const changes = frames.map(({ payload }) => Number(payload.change)).toSorted((a, b) => a - b);
    expect(changes).toEqual(changes.map((_, index) => Number(before?.change) + 1 + index));
    expect(changes.at(-1)).toBe(Number(after?.change));
  });

  it('is not an id of a bot’s that looks like one, nor somebody of another account', async () => {
    const number = newAddress();
    await write('SMS', number);
    await write('VIBER_PUBLIC', number);
    expect((await roomsOf(number)).contacts.size).toBe(2);
    const stranger = await givenAccount(desk.database.db);
    const end = await givenApplication(desk.database.db, stranger, 'SMS');
    await write('SMS', number, { accountId: stranger.accountId, end });
    const theirs = await roomsOf(number, stranger.accountId);
    expect([theirs.types, (await roomsOf(number)).contacts.has([...theirs.contacts][0] as string)]).toEqual([['SMS'], false]);
  });
});
