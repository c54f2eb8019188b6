import type { RoomEvent } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { toastProblem } from '../../../ui/toast.ts';
import type { Communications } from '../context.ts';
import type { Place } from '../place.ts';
import { hasContent } from '../state/draft-changes.ts';
import { beginEdit } from '../state/edits.ts';
import { type History, isLoaded } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';
import { changeEdits } from '../store.ts';
import { LARGE_PAGE } from '../sync/read-pages.ts';
import { keyOf } from '../timeline/timeline-items.ts';

/** So many pages from the newest end are looked through: what lies further back is edited from its own menu. */
const PAGES = 5;

const canEdit =
  (me: string) =>
  ({ eventType, origin, since, eventData }: RoomEvent): boolean =>
    eventType === 'COMMUNICATION' &&
    origin.type === 'USER' &&
    origin.id === me &&
    since?.deleted === undefined &&
    eventData.message !== null;

/** What of a history is held without a gap up to its newest end. */
const newestOf = (history: History): readonly RoomEvent[] => (isLoaded(history) && !history.newer ? history.events : history.arrived);

/**
 * The last message of one's own in a history that can be edited: of what is held at its newest end, whatever stretch of it is being read; else of
 * what the server has there. Null where none is near the end.
 */
export async function lastOwn(roomId: string, name: HistoryName, history: History, me: string): Promise<RoomEvent | null> {
  const held = newestOf(history).findLast(canEdit(me));
  if (held !== undefined) return held;
  if (isLoaded(history) && !history.newer && !history.older) return null;
  for (let page = 0; page < PAGES; page += 1) {
    const query = { page, size: LARGE_PAGE, position: 'OLDER' as const, private_messages: name === 'private' };
    const { content, last } = await api.rooms.history({ params: { roomId }, query });
    const found = content.findLast(canEdit(me));
    if (found !== undefined || last) return found ?? null;
  }
  return null;
}

/** The last of one's own messages that can be edited is to be changed where it stands, and gone to where that is not on the screen. */
export async function editLast(
  { store, me }: Pick<Communications, 'store' | 'me'>,
  { roomId, name, draft }: { roomId: string; name: HistoryName; draft: string },
  go: (to: Partial<Place>, options: { replace: boolean }) => void,
): Promise<void> {
  const { state, navigation } = store.getState();
  const history = state.rooms.get(roomId)?.[name];
  if (history === undefined) return;
  try {
    const event = await lastOwn(roomId, name, history, me);
    const now = store.getState();
    const words = now.drafts.get(draft);
    // Whoever has gone on meanwhile is not called back.
    if (event === null || now.navigation !== navigation || (words !== undefined && hasContent(words))) return;
    if (document.querySelector(`[data-row="${CSS.escape(keyOf(event, me))}"]`) === null)
      go({ roomId, tab: name === 'private' ? 2 : 0, eventId: event.id }, { replace: true });
    changeEdits(store, (edits) => beginEdit(edits, event));
  } catch (problem) {
    toastProblem(problem);
  }
}
