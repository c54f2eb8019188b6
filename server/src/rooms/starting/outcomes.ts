import type { AddChannel, BeginFailure, StartConversation } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import { Problem } from '../../platform/problem.ts';
import { type Answer, ack } from '../../platform/sockets.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms } from '../work.ts';
import { addChannel } from './add-channel.ts';
import { startConversation } from './start-conversation.ts';

/** Answers of the frame ConversationState: an Ack, or START_FAILED (communications, sections 4 and 8). Throws what asks for nothing that is there, and what passes. */
export function answerStart(deps: RoomsDeps, actor: Actor, { state: _asked, ...asked }: StartConversation): Promise<Answer> {
  return orFailed('ConversationState', asked, 'START_FAILED', startFailure, () =>
    inRooms(deps.db, actor.accountId, (tx) => startConversation(deps, tx, actor, asked)),
  );
}

/** The same of AddChannel: an Ack, or CHANNEL_ADDED_FAILED. */
export function answerAddChannel(deps: RoomsDeps, actor: Actor, asked: AddChannel): Promise<Answer> {
  const failure = (): BeginFailure => 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED';
  return orFailed('AddChannel', asked, 'CHANNEL_ADDED_FAILED', failure, () =>
    inRooms(deps.db, actor.accountId, (tx) => addChannel(deps, tx, actor, asked)),
  );
}

const startFailure = (errorType: string): BeginFailure =>
  errorType === 'CHANNEL_TYPE_UNAVAILABLE'
    ? 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE'
    : 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION';

async function orFailed(
  type: 'ConversationState' | 'AddChannel',
  { roomId, channelId }: { roomId: string; channelId: string },
  state: 'START_FAILED' | 'CHANNEL_ADDED_FAILED',
  messageOf: (errorType: string) => BeginFailure,
  work: () => Promise<void>,
): Promise<Answer> {
  try {
    await work();
    return ack();
  } catch (refusal) {
    // Of a room or channel that is not there, nothing can be said to have failed.
    if (!(refusal instanceof Problem) || !OUTCOMES.has(refusal.status)) throw refusal;
    const { key: errorType, status } = refusal;
    const { errors } = refusal.body();
    return { type, payload: { state, roomId, channelId, errorType, message: messageOf(errorType), errors, status } };
  }
}

/** Not as it was thought to be, or not theirs to do. */
const OUTCOMES: ReadonlySet<number> = new Set([403, 409, 422]);
