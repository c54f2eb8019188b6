import type { Room } from '@parley/contract';
import { expect, test } from 'vitest';
import { toldOf } from './told-of.ts';

const conversation = (id: string, channelType: string, createdAt: string, resolvedAt: string | null = null) => ({
  id,
  createdAt,
  modifiedAt: resolvedAt ?? createdAt,
  state: resolvedAt === null ? 'ASSIGNED' : 'RESOLVED',
  channels: [{ channelType }],
});
const at = (minute: number) => `2026-11-30T10:${minute}:00.000Z`;
const room = {
  roomConversations: [
    conversation('a', 'WHATSAPP', at(10), at(30)),
    conversation('b', 'SMS', at(20)),
    conversation('none', 'VIBER', at(50), at(51)),
  ],
} as unknown as Room;

test('what was recorded says of which conversation it is while others of its room are under way, and only then', () => {
  const told = (conversationId: string | null, minute: number) => toldOf(room, { conversationId, createdAt: at(minute) });
  expect([told('a', 11), told('b', 20), told('a', 21), told('b', 29)]).toEqual([null, 'SMS', 'WHATSAPP', 'SMS']);
  expect([told('b', 31), told('b', 50), told('b', 52)]).toEqual([null, 'SMS', null]);
  expect([told(null, 21), told('of another room', 21)]).toEqual([null, null]);
});
