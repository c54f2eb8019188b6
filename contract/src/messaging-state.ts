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

const ALWAYS_ENABLED: ReadonlySet<ChannelType> = new Set(['SMS', 'EMAIL', 'INTERNAL']);

/**
 * May this user write on this channel of the room, and if not, what may they do (communications, section 4)?
 * Pure; the server decides by it and the web shows it.
 */
export function messagingState(channel: Pick<RoomChannel, 'channelId' | 'channelType'>, room: RoomFacts, userId: string): MessagingState {
  const unresolved = room.roomConversations.filter((c) => c.state !== 'RESOLVED');
  const conversation = unresolved.find((c) => c.channels.some((ch) => ch.channelId === channel.channelId));
  const isInConversation = conversation !== undefined;
  const assignedUserId = conversation?.assignedUserId ?? null;
  const isAssigned = assignedUserId === userId;
  const isParticipant = room.roomParticipants.some((p) => p.type === 'USER' && p.associatedParticipantId === userId);
  const assignedElsewhere = unresolved.some((c) => c !== conversation && c.assignedUserId === userId);
  const state: MessagingState = {
    enabled: false,
    isInConversation,
    coversationCanStart: false,
    conversationCanBeAdded: false,
    cannotMessage: false,
    cannotMessageKey: null,
    assignedUserId,
    conversationId: conversation?.id ?? null,
  };
  if (ALWAYS_ENABLED.has(channel.channelType)) return { ...state, enabled: true };
  if (channel.channelType === 'LIVECHAT') {
    if (isInConversation && isParticipant) return { ...state, enabled: true };
    return { ...state, cannotMessage: true, cannotMessageKey: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT' };
  }
  if (isAssigned) return { ...state, enabled: true };
  if (!isInConversation) {
    if (assignedElsewhere) return { ...state, conversationCanBeAdded: true };
    return isParticipant ? state : { ...state, coversationCanStart: true };
  }
  const unassignedParticipant = isParticipant && !assignedElsewhere && assignedUserId === null;
  if (unassignedParticipant) return { ...state, enabled: true };
  return { ...state, cannotMessage: true, cannotMessageKey: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED' };
}
