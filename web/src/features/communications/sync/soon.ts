import { standOverPages } from '../../../ui/OverPages.tsx';
import { UndoBox } from '../scheduled/later.ts';
import { useUndoable } from '../scheduled/undoable.ts';
import type { RoomsStore } from '../store.ts';
import { startDelivered } from './delivered.ts';
import { startDrafts } from './drafts.ts';
import { digestToTell } from './in-digest.ts';
import type { Line } from './line.ts';
import { startScheduledRooms } from './scheduled-rooms.ts';
import { startTagsAndTickets } from './tags-and-tickets.ts';
import { tellByDigest } from './teller.ts';

/** What was sent from here can be taken back on every page, from the first of it on. */
const standWhenNeeded = (): (() => void) =>
  useUndoable.subscribe(({ messages }) => {
    if (messages.length > 0) standOverPages(UndoBox);
  });

/** What is kept in step once the list of rooms stands: what has arrived here, drafts, what is to be sent later, what is looked at, and what other areas hang on rooms. @returns how to stop */
export function startSoon(store: RoomsStore, line: Line): () => void {
  const stops = [
    tellByDigest(digestToTell),
    startDelivered(store, line),
    startDrafts(store, line),
    startScheduledRooms(store, line),
    startTagsAndTickets(line),
    standWhenNeeded(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
