import type { ChannelType, Room } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { channelFor, mayBegin, nearestChannel } from './use-channel.ts';

const ME = 'dora';
const OTHER = 'petar';

interface Talk {
  on: readonly ChannelType[];
  /** Null: it waits. */
  by: string | null;
}

/** A room whose channels are called by their types, the one used last first. */
function roomOf(channels: readonly ChannelType[], talks: readonly Talk[] = [], takesPart = false): Room {
  return {
    id: 'room',
    type: 'EXTERNAL',
    state: talks.length === 0 ? 'RESOLVED' : talks.some(({ by }) => by === null) ? 'UNASSIGNED' : 'ASSIGNED',
    channels: channels.map((channelType, place) => ({
      channelId: channelType,
      channelType,
      channelApplicationId: `our ${channelType}`,
      name: channelType,
      timestamp: `2026-11-02T08:0${9 - place}:00.000Z`,
    })),
    roomConversations: talks.map(({ on, by }, place) => ({
      id: `talk ${place}`,
      state: by === null ? 'UNASSIGNED' : 'ASSIGNED',
      assignedUserId: by,
      assignedChatbotId: null,
      waitingSince: null,
      createdAt: `2026-11-02T07:0${place}:00.000Z`,
      channels: on.map((channelType) => ({ channelId: channelType, channelType, channelApplicationId: `our ${channelType}` })),
    })),
    roomParticipants: [
      ...(takesPart || talks.some(({ by }) => by === ME) ? [ME] : []),
      ...(talks.some(({ by }) => by === OTHER) ? [OTHER] : []),
    ].map((id) => ({ type: 'USER', associatedParticipantId: id })),
  } as unknown as Room;
}

const held = (by: string | null, ...on: ChannelType[]): Talk => ({ by, on });

describe('the channel that is offered unasked', () => {
  test.each([
    ['what I hold, though a colleague used SMS since', roomOf(['SMS', 'WHATSAPP'], [held(ME, 'WHATSAPP')]), 'WHATSAPP', true],
    [
      'what I hold, though the customer writes elsewhere',
      roomOf(['VIBER', 'WHATSAPP'], [held(ME, 'WHATSAPP'), held(null, 'VIBER')]),
      'WHATSAPP',
      true,
    ],
    ['of what I hold the one used last', roomOf(['EMAIL', 'VIBER', 'WHATSAPP'], [held(ME, 'WHATSAPP', 'VIBER')]), 'VIBER', true],
    [
      'my e-mail, beside what a colleague holds',
      roomOf(['WHATSAPP', 'EMAIL'], [held(OTHER, 'WHATSAPP'), held(ME, 'EMAIL')]),
      'EMAIL',
      true,
    ],
    ['that in which I take part', roomOf(['SMS', 'LIVECHAT'], [held(OTHER, 'LIVECHAT')], true), 'LIVECHAT', true],
    ['what waits, to be taken', roomOf(['SMS', 'WHATSAPP'], [held(null, 'WHATSAPP')]), 'WHATSAPP', false],
    [
      'what waits, rather than what is held',
      roomOf(['VIBER', 'WHATSAPP'], [held(OTHER, 'VIBER'), held(null, 'WHATSAPP')]),
      'WHATSAPP',
      false,
    ],
    ['what a colleague holds, not SMS', roomOf(['SMS', 'WHATSAPP'], [held(OTHER, 'WHATSAPP')]), 'WHATSAPP', false],
    ['the same where SMS was taken into it', roomOf(['SMS', 'WHATSAPP'], [held(OTHER, 'WHATSAPP', 'SMS')]), 'WHATSAPP', false],
    ['a call that a colleague has, not SMS', roomOf(['SMS', 'PHONE'], [held(OTHER, 'PHONE')]), 'PHONE', false],
    ['SMS where nothing else is talked on', roomOf(['SMS'], [held(OTHER, 'SMS')]), 'SMS', true],
    ['SMS beside my own call, which is not written to', roomOf(['PHONE', 'SMS'], [held(ME, 'PHONE')]), 'SMS', true],
    ['in a resolved room the one used last, to be started', roomOf(['WHATSAPP', 'SMS', 'EMAIL']), 'WHATSAPP', false],
    ['there, too, one that is always possible', roomOf(['EMAIL', 'WHATSAPP']), 'EMAIL', true],
    ['there none that only the customer begins', roomOf(['LIVECHAT', 'PHONE', 'VIBER']), 'VIBER', false],
    ['none where there is none', roomOf(['LIVECHAT']), undefined, false],
  ] as const)('%s', (_, room, nearest, canWrite) => {
    expect(nearestChannel(room, ME)?.channelId).toBe(nearest);
    expect(channelFor(room, ME, undefined)?.channelId).toBe(canWrite ? nearest : undefined);
  });
});

test('what was wanted stays while it is in the room: where it cannot be used, nothing else is taken for it', () => {
  const room = roomOf(['WHATSAPP', 'SMS', 'VIBER'], [held(ME, 'WHATSAPP'), held(OTHER, 'VIBER')]);
  expect(channelFor(room, ME, 'SMS')?.channelId).toBe('SMS');
  expect(channelFor(room, ME, 'VIBER')).toBeUndefined();
  expect(channelFor(room, ME, 'one that is gone')?.channelId).toBe('WHATSAPP');
});

describe('where the one that was wanted is shut and nothing keeps the reader there', () => {
  const taken = (room: Room, wanted: string) => channelFor(room, ME, wanted, true)?.channelId;

  test('another on which they hold a conversation is taken for it', () => {
    expect(taken(roomOf(['VIBER', 'WHATSAPP'], [held(OTHER, 'VIBER'), held(ME, 'WHATSAPP')]), 'VIBER')).toBe('WHATSAPP');
    expect(taken(roomOf(['LIVECHAT', 'WHATSAPP'], [held(ME, 'WHATSAPP')]), 'LIVECHAT')).toBe('WHATSAPP');
  });

  test('none is whose conversation is not theirs, though they could write there, and none while the wanted one is open', () => {
    expect(taken(roomOf(['LIVECHAT', 'VIBER'], [held(OTHER, 'VIBER')], true), 'LIVECHAT')).toBeUndefined();
    expect(taken(roomOf(['VIBER', 'SMS'], [held(OTHER, 'VIBER')]), 'VIBER')).toBeUndefined();
    expect(taken(roomOf(['VIBER', 'WHATSAPP'], [held(OTHER, 'VIBER'), held(null, 'WHATSAPP')]), 'VIBER')).toBeUndefined();
    expect(taken(roomOf(['SMS', 'WHATSAPP'], [held(ME, 'WHATSAPP')]), 'SMS')).toBe('SMS');
  });
});

test('the channels are shown beside one that is held where another can be used', () => {
  expect(mayBegin(roomOf(['LIVECHAT', 'EMAIL'], [held(OTHER, 'LIVECHAT')]), ME)).toBe(true);
  expect(mayBegin(roomOf(['LIVECHAT'], [held(OTHER, 'LIVECHAT')]), ME)).toBe(false);
});
