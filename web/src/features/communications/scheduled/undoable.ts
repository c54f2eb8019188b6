import type { ScheduledMessage } from '@parley/contract';
import { create } from 'zustand';

interface Undoable {
  /** What of one's own was sent and can be taken back, wherever that was. */
  readonly messages: readonly ScheduledMessage[];
  /** The room that shows above its field what of it can be taken back. */
  readonly shownIn: string | null;
  /** Messages that are on their way back into the composer: nothing is said of them meanwhile. */
  readonly returning: ReadonlySet<string>;
}

export const useUndoable = create<Undoable>(() => ({ messages: [], shownIn: null, returning: new Set() }));

/** What the server tells of all that can be taken back. */
export const hearUndoable = (messages: readonly ScheduledMessage[]): void => useUndoable.setState({ messages });

/** One more was sent just now. */
export const addUndoable = (message: ScheduledMessage): void =>
  hearUndoable([...useUndoable.getState().messages.filter(({ id }) => id !== message.id), message]);

/** The strip of a room stands, or does not any more. */
export const setShownIn = (roomId: string, is: boolean): void =>
  useUndoable.setState(({ shownIn }) => (is ? { shownIn: roomId } : shownIn === roomId ? { shownIn: null } : {}));

export function setReturning(ids: readonly string[], is: boolean): void {
  const returning = new Set(useUndoable.getState().returning);
  for (const id of ids) is ? returning.add(id) : returning.delete(id);
  useUndoable.setState({ returning });
}
