import { problem } from '../platform/problem.ts';
import type { RoomWork } from './work.ts';

/** Throws CONVERSATION_NOT_FOUND where the conversation is none of the room's. */
export async function requireConversation({ tx, roomId }: RoomWork, id: string): Promise<void> {
  const found = await tx.selectFrom('conversations').select('id').where('id', '=', id).where('room_id', '=', roomId).executeTakeFirst();
  if (!found) throw problem('CONVERSATION_NOT_FOUND');
}
