import { api } from '../../../api/client.ts';
import { report } from '../../../report.ts';
import { hearUndoable } from '../scheduled/undoable.ts';
import type { RoomsStore } from '../store.ts';
import type { Line } from './line.ts';

/**
 * Keeps in step in which rooms, and on which of their channels, messages of one's own are to be sent later: read at first, whenever some changed, and after every time without a
 * connection. Of readings that cross one that was asked after the change is the last. @returns how to stop
 */
export function startScheduledRooms(store: RoomsStore, line: Pick<Line, 'subscribe' | 'onOpen'>): () => void {
  let stopped = false;
  let reading = false;
  let readsAgain = false;
  async function read(): Promise<void> {
    readsAgain = reading;
    if (reading) return;
    reading = true;
    try {
      const { content, undoable } = await api.scheduled.mine({}, { context: { outlivesNavigation: true } });
      if (stopped) return;
      store.setState({ scheduled: Map.groupBy(content, ({ roomId }) => roomId) });
      hearUndoable(undoable);
    } catch (problem) {
      // Without an answer the next change or connection asks again.
      report(problem);
    } finally {
      reading = false;
      if (readsAgain && !stopped) void read();
    }
  }
  const { me } = store.getState().state;
  // What colleagues send later is read by the room that shows it.
  const heard = ({ authorId }: { authorId: string }) => (authorId === me ? void read() : undefined);
  const stops = [line.subscribe('ScheduledChanged', heard), line.onOpen(() => void read())];
  void read();
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}
