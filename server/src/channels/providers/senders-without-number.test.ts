import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopBackDriver } from '../../../test/conformance/loop-back.ts';
import { givenWorld, type World } from '../../../test/conformance/world.ts';
import { refusalOf } from '../../../test/loop-back/desk.ts';
import { messageId } from '../../../test/people.ts';
import { newestEvents } from '../../../test/reads.ts';
import { readRooms } from '../../rooms/reading/room-view.ts';

let world: World;
beforeAll(async () => {
  world = await givenWorld(loopBackDriver(true));
});
afterAll(() => world.close());

const write = (from: string, text: string) => world.bring({ what: 'MESSAGE', id: messageId(), from, text });
async function roomOf(address: string) {
  const on = world.database.db.reader(world.account.accountId);
  const [channel, ...more] = await on.selectFrom('contact_channels').select('room_id').where('address', '=', address).execute();
  expect(more).toEqual([]);
  const [room] = await readRooms(on, [channel?.room_id as string]);
  const { content } = await newestEvents(on, channel?.room_id as string, false, 30);
  return { room, said: content.filter(({ origin }) => origin.type === 'CUSTOMER') };
}

describe('a sender that is no telephone number (BUG-158)', () => {
  it.each([
    ['InfoBank', 'INFOBANK', 'INFOBANK', 'InfoBank'],
    ['1917', ' 1917 ', '1917', null],
  ])('%s is one customer without a number, whom nobody can answer', async (first, again, address, name) => {
    expect(await write(first, 'Your code is 17')).toBe('TAKEN');
    await world.hear(address, 1);
    expect(await write(again, 'Your code is 18')).toBe('TAKEN');
    expect(await world.hear(address, 2)).toEqual(['Your code is 17', 'Your code is 18']);
    const { room, said } = await roomOf(address);
    expect(room?.channels).toEqual([expect.objectContaining({ channelType: 'SMS', sender: address })]);
    expect(room?.channels[0]).not.toHaveProperty('phoneNumber');
    expect(said.length).toBeGreaterThanOrEqual(2);
    for (const { origin } of said) expect(origin).toMatchObject({ name, phoneNumber: null });
    const say = await world.talkWith({ from: first, alsoFrom: undefined, address });
    expect(await refusalOf(say('Thank you'))).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES');
    expect(world.provider.asked()).toBe(0);
  });
});
