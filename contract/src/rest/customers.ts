import * as z from 'zod/mini';
import { Id } from '../entities/primitives.ts';
import { BlockedVisitor, CustomerFacts, NewVisitorBlock } from '../entities/visitor.ts';
import { route } from './access.ts';

const ofRoom = z.object({ params: z.object({ roomId: Id }) });
const inAccount = z.object({ accountId: Id });

/** What is known of customers beside what they wrote, and from whom nothing is taken any more. */
export const customers = {
  /** Of a room with a customer; of other rooms nothing is known. Throws ROOM_NOT_FOUND. */
  facts: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/customer', 'What is known of the customer of a room')
    .input(ofRoom)
    .output(CustomerFacts),
  /**
   * Resolves the room's live-chat conversation and takes nothing from this visitor any more. Of a conversation that somebody else
   * holds only those may who may resolve it. Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND without a live chat, CONVERSATION_NOT_YOURS.
   */
  block: route(['rooms', 'resolve'], 'PUT', '/rooms/{roomId}/spam', 'Mark as spam: resolve, and block the visitor')
    .input(z.extend(ofRoom, { body: NewVisitorBlock }))
    .output(z.object({})),
  /** Throws ROOM_NOT_FOUND. */
  unblock: route(['rooms', 'resolve'], 'DELETE', '/rooms/{roomId}/spam', 'Let the visitor write again').input(ofRoom).output(z.object({})),
  blocked: route(['widgets', 'administer'], 'GET', '/accounts/{accountId}/blocked-visitors', 'Blocked visitors, the newest first')
    .input(z.object({ params: inAccount }))
    .output(z.object({ content: z.array(BlockedVisitor) })),
  /** Throws ERROR_NOT_FOUND for one who is not blocked any more. */
  release: route(
    ['widgets', 'administer'],
    'DELETE',
    '/accounts/{accountId}/blocked-visitors/{blockId}',
    'Let a blocked visitor write again',
  )
    .input(z.object({ params: z.extend(inAccount, { blockId: Id }) }))
    .output(z.object({})),
};
