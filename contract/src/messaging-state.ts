import type { ChannelType, RoomChannel } from './entities/channel.ts';
import type { Room } from './entities/room.ts';

/** The flags of a channel in a room for one user (communications, sections 3 and 4; `coversationCanStart` is spelt so there). */
export interface MessagingState {
  enabled: boolean;
  isInConversation: boolean;
  coversationCanStart: boolean;
  conversationCanBeAdded: boolean;
  cannotMessage: boolean;
  cannotMessageKey:
    | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED'
    | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT'
    | null;
  assignedUserId: string | null;
  conversationId: string | null;
}

type RoomFacts = Pick<Room, 'roomConversations' | 'roomParticipants'>;
type Verdict = Partial<
  Pick<MessagingState, 'enabled' | 'coversationCanStart' | 'conversationCanBeAdded' | 'cannotMessage' | 'cannotMessageKey'>
>;

/** What the rules ask about. */
interface Facts {
  isInConversation: boolean;
  isHeld: boolean;
  isAssigned: boolean;
  isAssignedElsewhere: boolean;
  isParticipant: boolean;
}

const ALLOWED: Verdict = { enabled: true };
const OCCUPIED: Verdict = { cannotMessage: true, cannotMessageKey: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED' };
const NOT_PARTICIPANT: Verdict = { cannotMessage: true, cannotMessageKey: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT' };

const always = () => ALLOWED;
const byParticipation = (facts: Facts) => (facts.isInConversation && facts.isParticipant ? ALLOWED : NOT_PARTICIPANT);
function byAssignment(facts: Facts): Verdict {
  if (facts.isAssigned) return ALLOWED;
  if (!facts.isInConversation) {
    if (facts.isAssignedElsewhere) return { conversationCanBeAdded: true };
    return facts.isParticipant ? {} : { coversationCanStart: true };
  }
  // In a conversation that somebody else holds or nobody yet: a participant without an assignment may join in.
  if (facts.isParticipant && !facts.isAssignedElsewhere) return ALLOWED;
  return facts.isHeld ? OCCUPIED : NOT_PARTICIPANT;
}

const RULES: Record<ChannelType, (facts: Facts) => Verdict> = {
  SMS: always,
  EMAIL: always,
  INTERNAL: always,
  LIVECHAT: byParticipation,
  FACEBOOK: byAssignment,
  VIBER_PUBLIC: byAssignment,
  WHATSAPP: byAssignment,
  VIBER: byAssignment,
  // A call is not written to.
  PHONE: () => ({}),
};

/**
 * May this user write on this channel of the room, and if not, what may they do (communications, section 4)?
 * Pure; the server decides by it and the web shows it.
 */
export function messagingState(channel: Pick<RoomChannel, 'channelId' | 'channelType'>, room: RoomFacts, userId: string): MessagingState {
  const unresolved = room.roomConversations.filter((c) => c.state !== 'RESOLVED');
  const conversation = unresolved.find((c) => c.channels.some((ch) => ch.channelId === channel.channelId));
  const assignedUserId = conversation?.assignedUserId ?? null;
  const verdict = RULES[channel.channelType]({
    isInConversation: conversation !== undefined,
    isHeld: assignedUserId !== null || (conversation?.assignedChatbotId ?? null) !== null,
    isAssigned: assignedUserId === userId,
    isAssignedElsewhere: unresolved.some((c) => c !== conversation && c.assignedUserId === userId),
    isParticipant: room.roomParticipants.some((p) => p.type === 'USER' && p.associatedParticipantId === userId),
  });
  return {
    enabled: false,
    coversationCanStart: false,
    conversationCanBeAdded: false,
    cannotMessage: false,
    cannotMessageKey: null,
    ...verdict,
    isInConversation: conversation !== undefined,
    assignedUserId,
    conversationId: conversation?.id ?? null,
  };
}
