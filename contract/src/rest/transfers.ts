import * as z from 'zod/mini';
import { formText, Id, writtenText } from '../entities/primitives.ts';
import { TransferTargets } from '../entities/transfer.ts';
import { MESSAGE_TEXT_LIMIT } from '../limits.ts';
import { route } from './access.ts';

/** As those of messages, with room for what the server makes of it. */
const ClientTransferId = z.string().check(z.minLength(8), z.maxLength(48), z.regex(/^[\w-]+$/));

const TransferTo = z.discriminatedUnion('type', [
  z.object({ type: z.literal('USER'), userId: Id }),
  z.object({ type: z.literal('QUEUE'), queueId: Id }),
]);

export const NewTransfer = z.object({
  to: TransferTo,
  /** Who must hold it for this to happen; null where it waits (domain, invariant 8). */
  expectedUserId: z.nullable(Id),
  /** In which queue it must wait, where nobody holds it; null: in none. */
  expectedQueueId: z.nullable(Id),
  /** Made by the client for each transfer; a repeated one is done once and answered as the first. */
  clientTransferId: ClientTransferId,
  /** For colleagues: a private note of the room. */
  note: z.optional(writtenText(MESSAGE_TEXT_LIMIT)),
});
export type NewTransfer = z.infer<typeof NewTransfer>;

/** Conversations handed on to a colleague or a queue. */
export const transfers = {
  /** The first fifty people and queues whose name has these letters. */
  targets: route(['rooms', 'take'], 'GET', '/transfer-targets', 'To whom a conversation could go')
    .input(z.object({ query: z.object({ search: z._default(formText(120), '') }) }))
    .output(TransferTargets),
  /**
   * By its holder, or by who may reassign. Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_TAKEN,
   * CONVERSATION_MOVED, CONVERSATION_NOT_YOURS, USER_NOT_FOUND, USER_NEVER_CAME, QUEUE_NOT_FOUND, CLIENT_TRANSFER_ID_USED.
   */
  create: route(['rooms', 'take'], 'POST', '/rooms/{roomId}/conversations/{conversationId}/transfer', 'Hand a conversation on')
    .input(z.object({ params: z.object({ roomId: Id, conversationId: Id }), body: NewTransfer }))
    .output(z.object({ roomId: Id, conversationId: Id })),
  /**
   * Gives a conversation back to whom it was with, or to its place in the line where it waited, as long as it is still where `to` put it and
   * nobody else has answered or noted anything since. By whoever handed it on, within five minutes; asked again it is answered as the first time.
   * What one took for oneself, or gave back by going offline, was not handed on: TRANSFER_GONE_ON. Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_TAKEN,
   * TRANSFER_GONE_ON, TRANSFER_TOO_LATE, USER_NOT_FOUND, QUEUE_NOT_FOUND.
   */
  undo: route(['rooms', 'take'], 'POST', '/rooms/{roomId}/conversations/{conversationId}/transfer/undo', 'Take back what was handed on')
    .input(z.object({ params: z.object({ roomId: Id, conversationId: Id }), body: z.object({ to: TransferTo }) }))
    .output(z.object({ roomId: Id, conversationId: Id })),
};
