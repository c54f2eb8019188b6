import { describe, expect, it } from 'vitest';
import type { ChannelType } from './entities/channel.ts';
import type { Room } from './entities/room.ts';
import { messagingState } from './messaging-state.ts';

const ME = 'me';
const CHANNEL = 'channel';

/** Who holds the channel's conversation (undefined: it is in none), whether I hold another one there, whether I take part. */
function stateOf(channelType: ChannelType, holder: string | null | undefined, elsewhere: boolean, participant: boolean) {
  const conversation = (id: string, channelId: string, assignedUserId: string | null) =>
    ({
      id,
      state: assignedUserId ? 'ASSIGNED' : 'UNASSIGNED',
      assignedUserId,
      assignedChatbotId: null,
      channels: [{ channelId }],
    }) as never;
  const room = {
    roomConversations: [
      ...(holder === undefined ? [] : [conversation('here', CHANNEL, holder)]),
      ...(elsewhere ? [conversation('there', 'other', ME)] : []),
    ],
    roomParticipants: participant ? [{ type: 'USER', associatedParticipantId: ME }] : [],
  } as unknown as Room;
  const state = messagingState({ channelId: CHANNEL, channelType }, room, ME);
  if (state.enabled) return 'message';
  if (state.coversationCanStart) return 'start';
  if (state.conversationCanBeAdded) return 'add';
  if (state.cannotMessageKey?.endsWith('OCCUPIED')) return 'occupied';
  return state.cannotMessage ? 'not participant' : 'nothing';
}

describe('messaging state (communications, section 4)', () => {
  it.each(['SMS', 'EMAIL', 'INTERNAL'] as const)('%s is always enabled', (type) => {
    for (const holder of [undefined, null, ME, 'other']) {
      for (const elsewhere of [true, false])
        for (const participant of [true, false]) expect(stateOf(type, holder, elsewhere, participant)).toBe('message');
    }
  });

  it('LIVECHAT can be written to only in a conversation and by a participant', () => {
    for (const elsewhere of [true, false]) {
      for (const holder of [null, ME, 'other']) {
        expect(stateOf('LIVECHAT', holder, elsewhere, true)).toBe('message');
        expect(stateOf('LIVECHAT', holder, elsewhere, false)).toBe('not participant');
      }
      for (const participant of [true, false]) expect(stateOf('LIVECHAT', undefined, elsewhere, participant)).toBe('not participant');
    }
  });

  describe.each(['FACEBOOK', 'VIBER_PUBLIC', 'WHATSAPP', 'VIBER'] as const)('%s', (type) => {
    it.each([
      // holder, assigned elsewhere in the room, participant, what may be done
      [ME, false, true, 'message'],
      [ME, true, true, 'message'],
      [undefined, true, true, 'add'],
      [undefined, true, false, 'add'],
      [undefined, false, false, 'start'],
      [undefined, false, true, 'nothing'],
      ['other', false, false, 'occupied'],
      ['other', true, true, 'occupied'],
      ['other', true, false, 'occupied'],
      ['other', false, true, 'message'],
      [null, false, true, 'message'],
      [null, false, false, 'not participant'],
      [null, true, true, 'not participant'],
    ] as const)('held by %s, assigned elsewhere %s, participant %s: %s', (holder, elsewhere, participant, may) => {
      expect(stateOf(type, holder, elsewhere, participant)).toBe(may);
    });
  });
});
