import type { EventDataType, MetaEventAssociation, RoomEvent } from '@parley/contract';
import { afterCommit } from '../platform/database.ts';
import type { RoomsDeps } from './deps.ts';
import { requireConversation } from './own-conversation.ts';
import type { RoomWork } from './work.ts';

/** What is done to a tag or a comment of a conversation or a call. */
export interface MetaEvent extends Omit<MetaEventAssociation, 'roomId'> {
  type: Extract<EventDataType, 'TAG_ADDED' | 'TAG_REMOVED' | 'COMMENT_ADDED' | 'COMMENT_REMOVED' | 'COMMENT_MODIFIED'>;
  by: { userId: string; name: string };
  /** Which tag, or what the comment says. */
  value: string;
}

/**
 * The port of whoever keeps tags and comments: records in a room's history what was done to one, in their transaction, and tells those who see the room
 * what bears any from then on. `CONVERSATION_NOT_FOUND` where the conversation is none of the room's.
 */
export async function recordMetaEvent(deps: RoomsDeps, work: RoomWork, { type, by, value, ...context }: MetaEvent): Promise<RoomEvent> {
  const { tx, accountId, roomId } = work;
  if (context.contextType === 'CONVERSATION') await requireConversation(work, context.contextId);
  const [event] = await work.record([
    { kind: 'SYSTEM', type, origin: 'USER', originId: by.userId, originName: by.name, modifiedValue: value },
  ]);
  if (!event) throw new Error('what was recorded is a duplicate of nothing');
  const room = await tx.selectFrom('rooms').select(['type', 'access_no']).where('id', '=', roomId).executeTakeFirstOrThrow();
  const subjects = await deps.audiences.of(tx, accountId, { id: roomId, type: room.type, accessNo: room.access_no });
  afterCommit(tx, () => deps.hub.publish(subjects, 'MetaEventAssociation', { roomId, ...context }));
  return event;
}
