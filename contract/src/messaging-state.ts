import type { BeginFailure } from './begin-failure.ts';
import type { ChannelType, RoomChannel } from './entities/channel.ts';
import type { Room } from './entities/room.ts';

/** Why a channel cannot be written to as the room stands. */
export type MessagingBlock =
  | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED'
  | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT'
  | Unreachable;
/** Why nothing reaches the customer, whoever holds the conversation. */
export type Unreachable =
  | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED'
  | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES'
  | 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED';

/** The flags of a channel in a room for one user (communications, sections 3 and 4; `coversationCanStart` is spelt so there). */
export interface MessagingState<Key = MessagingBlock | BeginFailure> {
  enabled: boolean;
  isInConversation: boolean;
  coversationCanStart: boolean;
  conversationCanBeAdded: boolean;
  cannotMessage: boolean;
  cannotMessageKey: Key | null;
  assignedUserId: string | null;
  isStartingANewConversation: boolean;
  conversationId: string | null;
}

/** What this client has asked for on a channel, which only it knows: not answered yet, or to no avail. */
export type ChannelMark = { readonly isStarting: true } | { readonly isStarting: false; readonly failure: BeginFailure };

type ChannelFacts = Pick<RoomChannel, 'channelId' | 'channelType' | 'unsubscribed' | 'sender' | 'closed'>;
type RoomFacts = Pick<Room, 'roomConversations' | 'roomParticipants'>;
type Verdict = Partial<
  Pick<MessagingState<MessagingBlock>, 'enabled' | 'coversationCanStart' | 'conversationCanBeAdded' | 'cannotMessage' | 'cannotMessageKey'>
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

/** Why nothing reaches the customer on a channel, whoever holds the conversation: it is closed, or the provider would refuse it. Null where it may. */
export function unreachable({ unsubscribed, sender, closed }: Pick<RoomChannel, 'unsubscribed' | 'sender' | 'closed'>): Unreachable | null {
  if (closed) return 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED';
  if (unsubscribed) return 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED';
  return sender === undefined ? null : 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES';
}

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
 * What a mark makes of the verdict: until the outcome is known nothing else is offered, and after a failure the channel cannot be messaged
 * and bears no mark of starting. A conversation that has come meanwhile, or words that may be written anyway, are past both.
 */
function marked(verdict: Verdict, isInConversation: boolean, mark: ChannelMark | undefined): Partial<MessagingState> {
  if (mark === undefined || isInConversation || verdict.enabled) return verdict;
  return mark.isStarting ? { isStartingANewConversation: true } : { cannotMessage: true, cannotMessageKey: mark.failure };
}

/**
 * May this user write on this channel of the room, and if not, what may they do (communications, section 4)?
 * Pure; the server decides by it and the web shows it.
 * @param mark of the client that shows it
 */
export function messagingState(channel: ChannelFacts, room: RoomFacts, userId: string): MessagingState<MessagingBlock>;
export function messagingState(channel: ChannelFacts, room: RoomFacts, userId: string, mark: ChannelMark | undefined): MessagingState;
export function messagingState(channel: ChannelFacts, room: RoomFacts, userId: string, mark?: ChannelMark): MessagingState {
  const unresolved = room.roomConversations.filter((c) => c.state !== 'RESOLVED');
  const conversation = unresolved.find((c) => c.channels.some((ch) => ch.channelId === channel.channelId));
  const isInConversation = conversation !== undefined;
  const assignedUserId = conversation?.assignedUserId ?? null;
  const verdict = RULES[channel.channelType]({
    isInConversation,
    isHeld: assignedUserId !== null || (conversation?.assignedChatbotId ?? null) !== null,
    isAssigned: assignedUserId === userId,
    isAssignedElsewhere: unresolved.some((c) => c !== conversation && c.assignedUserId === userId),
    isParticipant: room.roomParticipants.some((p) => p.type === 'USER' && p.associatedParticipantId === userId),
  });
  const block = unreachable(channel);
  return {
    enabled: false,
    coversationCanStart: false,
    conversationCanBeAdded: false,
    cannotMessage: false,
    cannotMessageKey: null,
    isStartingANewConversation: false,
    ...(block === null ? marked(verdict, isInConversation, mark) : { cannotMessage: true, cannotMessageKey: block }),
    isInConversation,
    assignedUserId,
    conversationId: conversation?.id ?? null,
  };
}
