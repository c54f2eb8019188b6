import type { HeldMark } from '../state/channel-mark.ts';
import type { RoomsStore } from '../store.ts';

/** @param mark undefined: nothing is asked for there any more */
export function setMark(store: RoomsStore, channelId: string, mark: HeldMark | undefined): void {
  const marks = new Map(store.getState().marks);
  if (mark === undefined) marks.delete(channelId);
  else marks.set(channelId, mark);
  store.setState({ marks });
}

/** What failed has been read; what is under way stays. */
export function dropFailures(store: RoomsStore): void {
  const { marks } = store.getState();
  const left = new Map([...marks].filter(([, { isStarting }]) => isStarting));
  if (left.size < marks.size) store.setState({ marks: left });
}
