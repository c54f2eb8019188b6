import type { Conversation, Room } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { startText, text } from '../../../text.ts';
import { channelWords, endOf, meantChannels } from './meant-channels.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});

const channel = (channelId: string, channelType: string, channelApplicationId: string) =>
  ({ channelId, channelType, channelApplicationId, name: `Our ${channelApplicationId}` }) as Room['channels'][number];
const sofia = channel('a', 'SMS', 'Sofia');
const varna = channel('b', 'SMS', 'Varna');
const viber = channel('c', 'VIBER', 'Shop');
const roomWith = (...channels: Room['channels']) => ({ channels, roomConversations: [] }) as unknown as Room;

test('our end is named where a room has several of its type, and only there', () => {
  expect(endOf(roomWith(sofia, viber), sofia)).toBeUndefined();
  expect(endOf(roomWith(sofia, viber, varna), varna)).toBe('Our Varna');
  expect(channelWords(roomWith(sofia, viber, varna), sofia, text)).toBe('SMS · Our Sofia');
  expect(channelWords(roomWith(sofia, viber, varna), viber, text)).toBe('Viber');
  // Two numbers of the customer's that one end of ours knows.
  expect(endOf(roomWith(sofia, { ...sofia, channelId: 'd' }), sofia)).toBeUndefined();
});

test('two conversations by ends of one type are told apart by these', () => {
  const [one, other] = [sofia, varna].map(
    (held, place) => ({ id: `${place}`, state: 'ASSIGNED', channels: [held] }) as unknown as Conversation,
  );
  const room = { ...roomWith(sofia, varna), roomConversations: [one, other] } as Room;
  expect([one, other].map((held) => meantChannels(room, held as Conversation, text))).toEqual(['SMS · Our Sofia', 'SMS · Our Varna']);
});
