import * as z from 'zod/mini';
import { AsSeen } from '../entities/conversation.ts';
import { Id, Instant } from '../entities/primitives.ts';
import { route } from './access.ts';

const params = z.object({ roomId: Id, conversationId: Id });
/** Who must hold it for this to happen (domain, invariant 8). */
const expectedUserId = Id;
const { expectedPublicNo } = AsSeen.shape;

/**
 * Conversations laid aside by their holder, or by who may reassign; asked again, the same changes nothing. Throws ROOM_NOT_FOUND,
 * CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_NOT_HELD, CONVERSATION_TAKEN, CONVERSATION_NOT_YOURS,
 * USER_NOT_FOUND.
 */
export const snoozes = {
  /**
   * Until a time, or (null) until the customer writes, which wakes it in any case. Throws SNOOZE_TIME_PASSED, SNOOZE_TOO_LONG and
   * CONVERSATION_WRITTEN_SINCE too.
   */
  set: route(['rooms', 'take'], 'PUT', '/rooms/{roomId}/conversations/{conversationId}/snooze', 'Snooze a conversation')
    .input(z.object({ params, body: z.object({ expectedUserId, expectedPublicNo, until: z.nullable(Instant) }) }))
    .output(z.object({ roomId: Id, conversationId: Id })),
  /** It is awake again, and stays with who holds it. */
  end: route(['rooms', 'take'], 'DELETE', '/rooms/{roomId}/conversations/{conversationId}/snooze', 'Wake a snoozed conversation')
    .input(z.object({ params, body: z.object({ expectedUserId }) }))
    .output(z.object({ roomId: Id, conversationId: Id })),
};
