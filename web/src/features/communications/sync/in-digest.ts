import type { ListBeyondWork } from '@parley/contract';
import { roomOfRow } from '../state/lists.ts';
import { lookedAt, workDigest } from '../state/looked-at.ts';
import type { RoomsStore } from '../store.ts';
import type { Digest } from './teller.ts';

/** Of rooms the rows that the list has drawn: those on the screen, and some above and below. */
const drawnRows = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-entry*=":"]')].map(({ dataset: { entry = '' } }) =>
    roomOfRow(entry.slice(entry.indexOf(':') + 1)),
  );

const beyondWork: readonly ListBeyondWork[] = ['all', 'resolved'];

/** Of a list that was opened all or a part is held: what is narrowed is read under its name and the filters. */
const isOpened = (store: RoomsStore, name: ListBeyondWork): boolean =>
  Object.entries(store.getState().lists).some(([key, list]) => list !== undefined && (key === name || key.startsWith(`${name}?`)));

/**
 * What is said every 10 s of what this window holds: count and digest of my work; and of each room that is looked at and is not mine how it is held. Where
 * a push to this server was lost, nothing else would tell that those have changed.
 *
 * @param drawn ids of rooms whose rows are drawn
 */
export function digestToTell(store: RoomsStore, drawn: () => readonly string[] = drawnRows): Digest {
  const { state, navigation } = store.getState();
  const lists = beyondWork.filter((name) => isOpened(store, name));
  const shown = navigation.openRoomId === null ? drawn() : [navigation.openRoomId, ...drawn()];
  const rooms = lookedAt(state, shown, lists);
  return { ...workDigest(state), ...(rooms.length > 0 && { lookedAt: rooms }), ...(lists.length > 0 && { lists }) };
}
