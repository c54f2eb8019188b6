import { fitsFilters } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, givenDesk } from '../../../test/loop-back/desk.ts';
import { listRooms } from '../../../test/reads.ts';
import { receiveFromProvider } from '../inbound/receive-from-provider.ts';
import { addressOfCustomer } from '../room-names.ts';
import { readRoomViews } from './room-view.ts';

let desk: Desk<'SMS'>;
beforeAll(async () => {
  desk = await givenDesk({ SMS: {} }, { takesKey: false });
});
afterAll(() => desk.close());

/** Somebody of whom an SMS tells the number alone. @returns their room */
async function stranger(address: string): Promise<string> {
  await receiveFromProvider(desk.rooms.deps, {
    accountId: desk.account.accountId,
    channelApplicationId: desk.applications.SMS,
    channelType: 'SMS',
    providerMessageId: `first-${address}`,
    address,
    name: '',
    text: 'Hello',
  });
  const row = await desk.on().selectFrom('contact_channels').select('room_id').where('address', '=', address).executeTakeFirstOrThrow();
  return row.room_id ?? '';
}

describe('a customer of whom nothing but a number is known', () => {
  it('is found by it however it is written, and by no other, by the server and on the screen alike', async () => {
    const rooms = [await stranger('+359888123456'), await stranger('+12025550123'), await stranger('1917')];
    const views = await readRoomViews(desk.on(), desk.boss.userId, rooms);
    const query = { page: 0, size: 30, sort: 'lastEventTimestamp,desc', include: 'PARTICIPANTS', type: 'EXTERNAL' } as const;
    for (const [search, expected] of [
      ['+359 88 812 3456', [0]],
      ['+359888123456', [0]],
      ['0888123456', [0]],
      ['888123', [0]],
      ['3456', [0]],
      ['202 555', [1]],
      ['2025550123', [1]],
      ['+120', [1]],
      ['1917', [2]],
      ['81234', []],
      ['Visitor', []],
    ] as const) {
      const ids = expected.map((place) => rooms[place]);
      for (const actor of [desk.boss, desk.elena]) {
        const found = await listRooms(desk.on(), actor, { ...query, room_state: 'UNASSIGNED', search });
        expect([search, found.content.map(({ id }) => id)]).toEqual([search, ids]);
      }
      const shown = views.filter((room) => fitsFilters({ search }, room, room.membership, desk.boss.userId));
      expect([search, shown.map(({ id }) => id)]).toEqual([search, ids]);
    }
  });

  it('is called by the number that was used last', async () => {
    const roomId = await stranger('+359888000111');
    const called = async () =>
      desk
        .on()
        .selectFrom('rooms')
        .select((from) => addressOfCustomer(from.ref('rooms.id') as never).as('address'))
        .where('id', '=', roomId)
        .executeTakeFirst();
    expect(await called()).toEqual({ address: '+359888000111' });
    await desk.database.db.inAccount(desk.account.accountId, async (tx) => {
      const row = await tx.selectFrom('contact_channels').selectAll().where('room_id', '=', roomId).executeTakeFirstOrThrow();
      const { id: _id, used_at: _used, ...as } = row;
      await tx
        .insertInto('contact_channels')
        .values({ ...as, id: crypto.randomUUID(), address: '+359888000222', channel_seq: 0 } as never)
        .execute();
    });
    expect(await called()).toEqual({ address: '+359888000222' });
  });
});
