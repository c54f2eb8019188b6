import * as z from 'zod/mini';
import { PinnedNote } from '../entities/customer-panel.ts';
import { Id } from '../entities/primitives.ts';
import { route } from './access.ts';

const ofRoom = z.object({ roomId: Id });
const ofNote = z.object({ params: z.extend(ofRoom, { eventId: Id }) });

/** Notes worth knowing: private notes that stand beside the talk, for everybody who sees the room. */
export const pinnedNotes = {
  /** The newest first; at most PINNED_NOTES_LIMIT. Throws ROOM_NOT_FOUND. */
  list: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/pinned-notes', 'Notes that stand beside the talk')
    .input(z.object({ params: ofRoom }))
    .output(z.object({ content: z.array(PinnedNote) })),
  /** One that stands there already stays as it is. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND (also for what is no note), NOTES_PINNED_FULL. */
  pin: route(['rooms', 'note'], 'PUT', '/rooms/{roomId}/pinned-notes/{eventId}', 'Keep a note beside the talk')
    .input(ofNote)
    .output(z.object({})),
  /** Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND. */
  unpin: route(['rooms', 'note'], 'DELETE', '/rooms/{roomId}/pinned-notes/{eventId}', 'Take a note away from there')
    .input(ofNote)
    .output(z.object({})),
};
