import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChannelType } from './entities/channel.ts';
import type { ConversationState } from './entities/conversation.ts';
import type { Room } from './entities/room.ts';
import { type ChannelMark, type MessagingState, messagingState } from './messaging-state.ts';

const ME = 'me';
const CHANNEL = 'channel';

/** Who has the conversation that the channel is in: nobody yet (null), I, a colleague, a chatbot; `none`: it is in none. */
const holders = ['none', null, ME, 'other', 'bot'] as const;
type Holder = (typeof holders)[number];

interface Standing {
  channelType: ChannelType;
  holder: Holder;
  /** I hold another conversation of the room. */
  elsewhere: boolean;
  participant: boolean;
}

const conversation = (id: string, channelId: string, holder: Exclude<Holder, 'none'>, state?: ConversationState) => ({
  id,
  state: state ?? (holder === null ? 'UNASSIGNED' : 'ASSIGNED'),
  assignedUserId: holder === 'bot' ? null : holder,
  assignedChatbotId: holder === 'bot' ? 'bot' : null,
  channels: [{ channelId }],
});

function roomOf({ holder, elsewhere, participant }: Standing): Room {
  return {
    roomConversations: [
      ...(holder === 'none' ? [] : [conversation('here', CHANNEL, holder)]),
      ...(elsewhere ? [conversation('there', 'other channel', ME)] : []),
      // What is resolved counts for nothing.
      conversation('past', CHANNEL, 'other', 'RESOLVED'),
    ],
    roomParticipants: [
      { type: 'USER', associatedParticipantId: 'somebody' },
      { type: 'CUSTOMER', associatedParticipantId: ME },
      ...(participant ? [{ type: 'USER', associatedParticipantId: ME }] : []),
    ],
  } as unknown as Room;
}

const stateIn = (standing: Standing, mark?: ChannelMark): MessagingState =>
  messagingState({ channelId: CHANNEL, channelType: standing.channelType }, roomOf(standing), ME, mark);

/** What may be done, in a word. */
function verdictOf(state: MessagingState): string {
  if (state.enabled) return 'message';
  if (state.coversationCanStart) return 'start';
  if (state.conversationCanBeAdded) return 'add';
  if (state.isStartingANewConversation) return 'starting';
  if (state.cannotMessageKey?.endsWith('OCCUPIED')) return 'occupied';
  return state.cannotMessageKey === null ? 'nothing' : state.cannotMessage ? 'not participant' : 'a key and no block';
}

/** Section 4 of the specification, sentence by sentence. */
function asSpecified({ channelType, holder, elsewhere, participant }: Standing): string {
  // "SMS and EMAIL: always enabled." "INTERNAL: always allowed."
  if (['SMS', 'EMAIL', 'INTERNAL'].includes(channelType)) return 'message';
  if (channelType === 'PHONE') return 'nothing';
  // "LIVECHAT: can message only if already in a conversation and the user is a participant."
  if (channelType === 'LIVECHAT') return holder !== 'none' && participant ? 'message' : 'not participant';
  // "messaging allowed if the user is assigned."
  if (holder === ME) return 'message';
  // "when the channel is not in a conversation: a conversation can be added if the user is assigned elsewhere in the room, or started if
  // the user is neither assigned nor a participant."
  if (holder === 'none') return elsewhere ? 'add' : participant ? 'nothing' : 'start';
  // "blocked as occupied, unless the user is a participant without an assignment."
  if (participant && !elsewhere) return 'message';
  // Nobody holds it yet: it is not occupied, and taken first.
  return holder === null ? 'not participant' : 'occupied';
}

const standings: Standing[] = ChannelType.options.flatMap((channelType) =>
  holders.flatMap((holder) =>
    [true, false].flatMap((elsewhere) => [true, false].map((participant) => ({ channelType, holder, elsewhere, participant }))),
  ),
);

describe('messaging state (communications, section 4)', () => {
  it.each(['SMS', 'EMAIL', 'INTERNAL'] as const)('%s is always enabled', (channelType) => {
    const own = standings.filter((one) => one.channelType === channelType);
    expect(own.map((one) => verdictOf(stateIn(one)))).toEqual(own.map(() => 'message'));
  });

  it('LIVECHAT can be written to only in a conversation and by a participant', () => {
    for (const one of standings.filter(({ channelType }) => channelType === 'LIVECHAT'))
      expect([one, verdictOf(stateIn(one))]).toEqual([one, one.holder !== 'none' && one.participant ? 'message' : 'not participant']);
  });

  describe.each(['FACEBOOK', 'VIBER_PUBLIC', 'WHATSAPP', 'VIBER'] as const)('%s', (channelType) => {
    it.each([
      // holder, assigned elsewhere in the room, participant, what may be done
      [ME, false, true, 'message'],
      [ME, true, true, 'message'],
      ['none', true, true, 'add'],
      ['none', true, false, 'add'],
      ['none', false, false, 'start'],
      ['none', false, true, 'nothing'],
      ['other', false, false, 'occupied'],
      ['other', true, true, 'occupied'],
      ['other', true, false, 'occupied'],
      ['other', false, true, 'message'],
      ['bot', false, false, 'occupied'],
      ['bot', false, true, 'message'],
      [null, false, true, 'message'],
      [null, false, false, 'not participant'],
      [null, true, true, 'not participant'],
    ] as const)('held by %s, assigned elsewhere %s, participant %s: %s', (holder, elsewhere, participant, may) => {
      expect(verdictOf(stateIn({ channelType, holder, elsewhere, participant }))).toBe(may);
    });
  });

  it('is what the specification says of every type, holder, assignment elsewhere and participation', () => {
    for (const one of standings) expect([one, verdictOf(stateIn(one))]).toEqual([one, asSpecified(one)]);
  });

  const deadEnds = [
    ['that its customer has left', { unsubscribed: true }, 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED'],
    ['of ours that was switched off', { closed: true }, 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED'],
    ['of a name that takes no answers', { sender: 'INFOBANK' }, 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES'],
  ] as const;
  it.each(deadEnds)('a channel %s is blocked with that reason, whatever else holds, and bears no mark', (_which, how, key) => {
    for (const one of standings) {
      const left = { channelId: CHANNEL, channelType: one.channelType, ...how };
      for (const mark of [undefined, { isStarting: true } as const]) {
        const { enabled, coversationCanStart, conversationCanBeAdded, isStartingANewConversation, cannotMessageKey } = messagingState(
          left,
          roomOf(one),
          ME,
          mark,
        );
        expect([one, enabled || coversationCanStart || conversationCanBeAdded || isStartingANewConversation]).toEqual([one, false]);
        expect(cannotMessageKey).toBe(key);
      }
    }
  });

  it('names the conversation that the channel is in and who holds it, and whatever is there besides changes nothing', () => {
    const others = fc.array(fc.record({ holder: fc.constantFrom(null, 'other', 'bot'), isResolved: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...standings), others, fc.boolean(), (standing, more, first) => {
        const room = roomOf(standing);
        const beside = more.map(({ holder, isResolved }, place) =>
          conversation(`beside ${place}`, `channel ${place}`, holder as null, isResolved ? 'RESOLVED' : undefined),
        ) as unknown as Room['roomConversations'];
        const all = first ? [...beside, ...room.roomConversations] : [...room.roomConversations, ...beside];
        const state = messagingState({ channelId: CHANNEL, channelType: standing.channelType }, { ...room, roomConversations: all }, ME);
        expect(state).toEqual(stateIn(standing));
        const isIn = standing.holder !== 'none';
        expect([state.isInConversation, state.conversationId]).toEqual([isIn, isIn ? 'here' : null]);
        expect(state.assignedUserId).toBe(standing.holder === ME || standing.holder === 'other' ? standing.holder : null);
        // At most one thing can be done, and only what is blocked has a reason.
        const { enabled, coversationCanStart, conversationCanBeAdded, cannotMessage, cannotMessageKey } = state;
        expect([enabled, coversationCanStart, conversationCanBeAdded, cannotMessage].filter(Boolean).length).toBeLessThanOrEqual(1);
        expect(cannotMessage).toBe(cannotMessageKey !== null);
      }),
    );
  });

  it('while a start is asked for the channel bears its mark, and nothing else is offered; in a conversation, or where it may be written, no mark counts', () => {
    for (const one of standings) {
      const before = verdictOf(stateIn(one));
      const counts = one.holder === 'none' && before !== 'message';
      const state = stateIn(one, { isStarting: true });
      expect([one, verdictOf(state), state.isStartingANewConversation]).toEqual([one, counts ? 'starting' : before, counts]);
    }
  });

  it('after a failure the channel cannot be messaged, says why, and bears no mark of a start', () => {
    const failure = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION';
    for (const one of standings) {
      const before = stateIn(one);
      const counts = one.holder === 'none' && !before.enabled;
      const state = stateIn(one, { isStarting: false, failure });
      const blocked = {
        ...before,
        coversationCanStart: false,
        conversationCanBeAdded: false,
        cannotMessage: true,
        cannotMessageKey: failure,
      };
      expect([one, state]).toEqual([one, counts ? blocked : before]);
    }
  });
});
