import type { RoomFrame } from '@parley/contract';
import type { Context, RoomRecord } from '../room-record.ts';
import { conversationResolved, conversationState } from './conversation.ts';
import { eventFrame } from './event.ts';
import { messageStatus } from './message-status.ts';
import type { PayloadOf } from './payload.ts';
import { channelUpdated, participantsChanged, roomLifecycle } from './room.ts';

type RoomReducers = { [Kind in RoomFrame['type']]: (record: RoomRecord, payload: PayloadOf<Kind>, context: Context) => RoomRecord };

/** One reducer per frame that takes a number of a room. Which number, and when, is not their concern: see `order.ts`. */
export const roomReducers: RoomReducers = {
  Text: eventFrame,
  Email: eventFrame,
  Image: eventFrame,
  File: eventFrame,
  RichMedia: eventFrame,
  UnsupportedMedia: eventFrame,
  Resolve: eventFrame,
  Assign: eventFrame,
  UserDeleted: eventFrame,
  CustomerCallStarted: eventFrame,
  CustomerCall: eventFrame,
  CallbackStatusUpdated: eventFrame,
  CustomerSubscribed: eventFrame,
  CustomerUnsubscribed: eventFrame,
  CustomerMerged: eventFrame,
  SystemText: eventFrame,
  MessageStatus: messageStatus,
  ConversationState: conversationState,
  AddChannel: conversationState,
  ChannelUpdated: channelUpdated,
  ConversationResolved: conversationResolved,
  ParticipantsChanged: participantsChanged,
  RoomLifecycle: roomLifecycle,
};

export const roomFrameKinds = Object.keys(roomReducers) as readonly RoomFrame['type'][];
