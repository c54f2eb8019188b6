import type { ChannelType, Room, ScheduledMessage } from '@parley/contract';
import { expect, test } from 'vitest';
import { onceResolved, prospects } from './prospects.ts';

const CHANNEL = 'channel';

/** A room with one channel, in a conversation of that holder, or, with null, in none. */
const roomOf = (channelType: ChannelType, holder: string | null) =>
  ({
    channels: [{ channelId: CHANNEL, channelType }],
    roomConversations:
      holder === null
        ? []
        : [{ id: 'c', state: 'ASSIGNED', assignedUserId: holder, assignedChatbotId: null, channels: [{ channelId: CHANNEL }] }],
    roomParticipants: [],
  }) as unknown as Room;
const waiting = (startsConversation: boolean) =>
  ({ channelId: CHANNEL, author: { id: 'author', name: 'Dora' }, isAuthorGone: false, startsConversation }) as ScheduledMessage;

test('it goes where its author holds the conversation, and elsewhere only on a condition', () => {
  expect(prospects(waiting(false), roomOf('WHATSAPP', 'author'))).toEqual({ mayWrite: true, goes: true });
  expect(prospects(waiting(false), roomOf('WHATSAPP', 'colleague'))).toEqual({ mayWrite: false, goes: false });
  expect(prospects(waiting(false), roomOf('WHATSAPP', null))).toEqual({ mayWrite: false, goes: false });
});

test('by e-mail it may be written on while there is no conversation, and goes then if it begins one', () => {
  expect(prospects(waiting(false), roomOf('EMAIL', null))).toEqual({ mayWrite: true, goes: false });
  expect(prospects(waiting(true), roomOf('EMAIL', null))).toEqual({ mayWrite: true, goes: true });
});

test('of whoever works here no more it does not go, also where anybody may begin a conversation', () => {
  const message = { ...waiting(true), isAuthorGone: true };
  expect(prospects(message, roomOf('EMAIL', null))).toEqual({ mayWrite: false, goes: false });
  expect(prospects(message, roomOf('WHATSAPP', 'author')).goes).toBe(false);
});

test('on a channel that the room has no more it does not go', () => {
  const message = { ...waiting(true), channelId: 'another' };
  expect(prospects(message, roomOf('EMAIL', 'author'))).toEqual({ mayWrite: false, goes: false });
});

test('while its conversation is being resolved, which can be undone, it says what it will be once that is done', () => {
  const room = roomOf('WHATSAPP', 'author');
  expect(prospects(waiting(false), onceResolved(room, new Set(['c']))).goes).toBe(false);
  expect(prospects(waiting(false), onceResolved(room, new Set(['another']))).goes).toBe(true);
});
