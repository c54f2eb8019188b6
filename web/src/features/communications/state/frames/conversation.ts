import { type Conversation, type ConversationState, type Room, withConversation } from '@parley/contract';
import type { RoomRecord } from '../room-record.ts';
import type { PayloadOf } from './payload.ts';

/** State of a room by its conversations (domain: rooms and conversations). */
function stateBy(conversations: readonly Conversation[]): ConversationState {
  const unresolved = conversations.filter((conversation) => conversation.state !== 'RESOLVED');
  if (unresolved.length === 0) return 'RESOLVED';
  return unresolved.some((conversation) => conversation.state === 'ASSIGNED') ? 'ASSIGNED' : 'UNASSIGNED';
}

function roomAfter(room: Room, conversation: Conversation): Room {
  const roomConversations = withConversation(room.roomConversations, conversation);
  const assigned = conversation.state === 'ASSIGNED' && conversation.assignedUserId !== null;
  return {
    ...room,
    roomConversations,
    state: stateBy(roomConversations),
    lastAssignedUserId: assigned ? conversation.assignedUserId : room.lastAssignedUserId,
  };
}

/** ConversationState and AddChannel: a conversation started, was assigned, queued, or gained a channel; whoever held it types there no more. */
export function conversationState(
  record: RoomRecord,
  { conversation }: PayloadOf<'ConversationState'> | PayloadOf<'AddChannel'>,
): RoomRecord {
  const { id, assignedUserId, channels } = conversation;
  const held = record.room.roomConversations.find((one) => one.id === id)?.assignedUserId;
  const typists = record.typists.filter(
    ({ originId, channelId }) => originId !== held || held === assignedUserId || !channels.some((one) => one.channelId === channelId),
  );
  return { ...record, typists, room: roomAfter(record.room, conversation) };
}

/** ConversationResolved: it stays in the room's list as a past one; nobody types in it any more. */
export function conversationResolved(record: RoomRecord, { conversation }: PayloadOf<'ConversationResolved'>): RoomRecord {
  const room = roomAfter(record.room, conversation);
  return { ...record, room, typists: room.state === 'RESOLVED' ? [] : record.typists };
}
