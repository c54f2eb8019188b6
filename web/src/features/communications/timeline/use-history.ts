import { countsMissed } from '@parley/contract';
import { useCallback, useEffect, useRef } from 'react';
import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { queryClient } from '../../../api/client.ts';
import { partWithWords } from '../../../late-parts.ts';
import { toastError } from '../../../ui/toast.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import { isLoaded } from '../state/history.ts';
import { type HistoryName, historyOfTab, type RoomRecord, type Tab } from '../state/room-record.ts';
import { missedInTab } from '../state/seen.ts';
import { type HistoryReading, historyKey, type Place, type RoomsStore, setHistoryReading, setPlace } from '../store.ts';
import type { Found } from '../sync/around.ts';
import { loadNewest } from '../sync/history.ts';
import { scheduledOf } from './use-settled.ts';

export interface HistoryOnScreen {
  /** How the last reading of it stands; undefined before the first. */
  readonly reading: HistoryReading | undefined;
  /** The event that the address names; null: none. */
  readonly eventId: string | null;
  /** That event is not held yet: what stands around it is on its way. */
  readonly isAway: boolean;
}

/** Reads what stands around an event. How it is read, and what is said of it, comes when somebody goes to one, for which few rooms are opened. */
async function find(store: RoomsStore, roomId: string, name: HistoryName, eventId: string): Promise<Found | null> {
  try {
    const { loadAround } = await partWithWords(import('../sync/around.ts'));
    return await loadAround(store, roomId, name, eventId);
  } catch (cause) {
    const problem = new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, { cause });
    setHistoryReading(store, historyKey(roomId, name), { status: 'failed', at: 'around', problem });
    return null;
  }
}

/** Where one left a tab, unless something new waits further down. */
function placeIn(store: RoomsStore, me: string, roomId: string, tab: 0 | 2): Place | undefined {
  const { places, state } = store.getState();
  const record = state.rooms.get(roomId);
  const hasMissed = record !== undefined && countsMissed(record.room, record.membership, me) && missedInTab(record, tab) > 0;
  return hasMissed ? undefined : places.get(historyKey(roomId, historyOfTab(tab)));
}

/** Begins to read what is to be shown of a room that is about to be opened at a tab, while the page is still being drawn; one that is held is not read. */
export function readAhead(store: RoomsStore, me: string, roomId: string, tab: Tab): void {
  const record = store.getState().state.rooms.get(roomId);
  if (record === undefined || tab === 1) return;
  const name = historyOfTab(tab);
  // Its messages are drawn once both are here (`useSettled`).
  if (tab === 0 && record.room.type === 'EXTERNAL') void queryClient.prefetchQuery(scheduledOf(roomId));
  // What stands around a place is asked for by who goes there.
  if (!isLoaded(record[name]) && placeIn(store, me, roomId, tab) === undefined) void loadNewest(store, roomId, name);
}

/**
 * Reads what is to be shown of a tab: what stands around the event that the address names; else around the place where one left
 * the tab, unless something new waits further down; else the newest.
 */
export function useHistory(record: RoomRecord, tab: 0 | 2): HistoryOnScreen {
  const { me, store } = useCommunications();
  const name = historyOfTab(tab);
  const roomId = record.room.id;
  const key = historyKey(roomId, name);
  const history = record[name];
  const loaded = isLoaded(history);
  const reading = useStorePart(({ histories }) => histories.get(key));
  const here = usePlace();
  const go = useGo();
  const eventId = here.roomId === roomId && here.tab === tab ? here.eventId : null;
  const isAway = eventId !== null && !history.events.some(({ id }) => id === eventId);

  const latest = useRef({ eventId, go });
  latest.current = { eventId, go };
  useEffect(
    () => () => {
      latest.current = { eventId: null, go: () => undefined };
    },
    [],
  );

  const isIdle = reading === undefined || reading.status === 'ready';
  /** Asked for, and not had: not asked for again while the address is being changed. */
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (eventId === null) asked.current = null;
    if (!isAway || eventId === null || !isIdle || asked.current === eventId) return;
    asked.current = eventId;
    const arrived = (found: Found | null) => {
      const now = latest.current;
      if (found === null || found === 'here') asked.current = null;
      // The reader may have gone elsewhere meanwhile.
      if (found === null || found === 'here' || now.eventId !== eventId) return;
      if (found === 'missing') toastError('COMMUNICATIONS_EVENT_MISSING');
      now.go(found === 'missing' ? { eventId: null } : { tab: tab === 0 ? 2 : 0, eventId }, { replace: true });
    };
    void find(store, roomId, name, eventId).then(arrived);
  }, [isAway, eventId, isIdle, store, roomId, name, tab]);

  useEffect(() => {
    if (loaded || eventId !== null) return;
    const place = placeIn(store, me, roomId, tab);
    if (place === undefined) {
      void loadNewest(store, roomId, name);
      return;
    }
    void find(store, roomId, name, place.eventId).then((found) => {
      if (found === 'here') return;
      setPlace(store, key, null);
      if (found !== null) void loadNewest(store, roomId, name);
    });
  }, [loaded, eventId, store, roomId, name, key, me, tab]);
  return { reading, eventId, isAway };
}

/** Takes the event out of the address: the reader has gone on from it, and the same link leads to it again. */
export function useForgetEvent(eventId: string | null): () => void {
  const go = useGo();
  const latest = useRef({ eventId, go });
  latest.current = { eventId, go };
  return useCallback(() => {
    if (latest.current.eventId !== null) latest.current.go({ eventId: null }, { replace: true });
  }, []);
}
