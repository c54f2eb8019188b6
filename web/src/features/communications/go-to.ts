import type { AnyRouter } from '@tanstack/react-router';
import { ROUTE, readSearch, searchOf } from './place.ts';
import { historyOfTab } from './state/room-record.ts';
import { roomsStore } from './store.ts';

/** The row that stands in the middle of a box. */
function middleRow(box: Element): HTMLElement | undefined {
  const { top, height } = box.getBoundingClientRect();
  return [...box.querySelectorAll<HTMLElement>('[data-row]')]
    .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .find((row) => row.getBoundingClientRect().bottom >= top + height / 2);
}

/**
 * Before somebody is led to another message of the room that is open, the address names the message at which they stand, as a step to come
 * back to. Elsewhere nothing is to be done: a room that is left is found again as it was.
 *
 * @param me the reader
 * @param href where they go next
 */
export function nameStanding(router: AnyRouter, me: string, href: string): void {
  const { pathname, search } = router.state.location;
  const { openRoomId: roomId } = roomsStore(me).getState().navigation;
  const box = document.querySelector('[data-timeline]');
  if (roomId === null || box === null || new URL(href, location.origin).pathname !== pathname) return;
  const key = middleRow(box)?.dataset.row;
  const { tab = 0, show, filter = '' } = readSearch(search);
  if (tab === 1) return;
  const events = roomsStore(me).getState().state.rooms.get(roomId)?.[historyOfTab(tab)].events ?? [];
  // One's own rows are kept under the ids by which they were sent.
  const event = events.find(({ id, clientMessageId }) => id === key || (clientMessageId !== null && clientMessageId === key));
  if (event === undefined) return;
  void router.navigate({ to: ROUTE, params: { roomId }, search: searchOf(tab, show, filter, event.id), replace: true });
  router.history.flush();
}
