import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { setWritesIn } from '../store.ts';

/** Turns to the room's notes, with the caret in their field: letters typed at once must not be taken for commands. */
export function useToNotes(roomId: string): () => void {
  const go = useGo();
  const { store } = useCommunications();
  return () => {
    setWritesIn(store, roomId, 2);
    go({ tab: 2 });
  };
}
