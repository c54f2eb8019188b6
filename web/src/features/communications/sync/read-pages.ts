import { EVENT_PAGE_SIZE } from '@parley/contract';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import type { Page } from '../state/history.ts';
import type { HistoryName } from '../state/room-record.ts';

/** One larger page closes most distances. */
export const LARGE_PAGE = 100;
const outlives = { context: { outlivesNavigation: true } };

const isPrivate = (name: HistoryName) => name === 'private';

/** The newest page of a history, and the room's epoch when it was read. */
export async function readNewest(roomId: string, name: HistoryName): Promise<{ page: Page; epoch: number }> {
  const { recentEvents, notes, epoch } = await api.rooms.recentEvents(
    { params: { roomId }, query: { private_messages: isPrivate(name) } },
    outlives,
  );
  return { page: { events: recentEvents, older: recentEvents.length === EVENT_PAGE_SIZE, newer: false, notes }, epoch };
}

/** A page beside or around an event. */
export async function readBeside(
  roomId: string,
  name: HistoryName,
  at: 'older' | 'newer' | 'around',
  eventId: string,
  size: number = EVENT_PAGE_SIZE,
): Promise<Page> {
  const position = ({ older: 'OLDER', newer: 'NEWER', around: 'AROUND' } as const)[at];
  const query = { event_id: eventId, size, position, private_messages: isPrivate(name) };
  const { content, older, newer, notes } = await api.rooms.historyByEvent({ params: { roomId }, query }, outlives);
  return { events: content, older, newer, notes };
}

/** A page with the one before it. */
export const withOlder = (page: Page, { events, older, notes = [] }: Page): Page => ({
  ...page,
  events: [...events, ...page.events],
  older,
  notes: [...notes, ...(page.notes ?? [])],
});

/** What is asked beside an event that is not there, or not for this reader. */
export const isMissing = (problem: unknown): boolean => problem instanceof ApiProblem && [400, 404].includes(problem.status);
