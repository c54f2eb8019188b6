import { type OneRoom, oneRoomOf } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { ALL_PARTS, type Parts } from './room-json.ts';
import { readRoomViews } from './room-view.ts';

/**
 * One room as this person gets it, each of its channels with what they may do there (communications, sections 3 and 4). That they may read it was
 * judged before. Throws ROOM_NOT_FOUND.
 */
export async function readOneRoom(
  on: Reader,
  { userId }: Pick<Actor, 'userId'>,
  roomId: string,
  parts: Parts = ALL_PARTS,
): Promise<OneRoom> {
  // Whether they are wanted or not, conversations and people say what may be done.
  const [view] = await readRoomViews(on, userId, [roomId]);
  if (view === undefined) throw problem('ROOM_NOT_FOUND');
  const room = oneRoomOf(view, userId);
  return {
    ...room,
    roomConversations: parts.conversations ? room.roomConversations : [],
    roomParticipants: parts.participants ? room.roomParticipants : [],
  };
}
