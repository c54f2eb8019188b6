import { useCallback, useEffect, useRef } from 'react';
import { useCommunications, useStorePart } from '../context.ts';
import type { Tab } from '../state/room-record.ts';
import { afterSeen, seenToSend } from '../state/seen.ts';
import { withRecord } from '../state/state.ts';
import { changeState } from '../store.ts';
import { isAttentive, useAttentive } from './attention.ts';

/** What passes by while scrolling is not seen yet. */
const SETTLED_MS = 150;

/**
 * Says Seen for what is on the screen (communications, section 4). `eventsOnScreen` tells the ids at this moment; call
 * the answer whenever what is on the screen may have become another.
 */
export function useSeen(roomId: string, tab: Tab, eventsOnScreen: () => ReadonlySet<string>): () => void {
  const { me, store, line } = useCommunications();
  const attentive = useAttentive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(eventsOnScreen);
  latest.current = eventsOnScreen;
  const look = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const record = store.getState().state.rooms.get(roomId);
      if (record === undefined) return;
      const gaze = { attentive: isAttentive(), activeRoomId: roomId, tab, onScreen: latest.current() };
      const event = seenToSend(record, gaze, me);
      if (event === null) return;
      const isSaid = line.tell({ type: 'Seen', payload: { clientStatus: 'SEEN', roomId, roomEventId: event.id } });
      if (isSaid) changeState(store, (state) => withRecord(state, roomId, afterSeen(record, event, me)));
    }, SETTLED_MS);
  }, [store, line, me, roomId, tab]);
  useEffect(() => {
    if (attentive) look();
  }, [attentive, look]);
  // Told that less is known as seen than was said (a Seen was lost with its connection): it is said again.
  const seenNo = useStorePart(({ state }) => {
    const membership = state.rooms.get(roomId)?.membership;
    return tab === 2 ? membership?.seenPrivateNo : membership?.seenPublicNo;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number may make something due.
  useEffect(look, [look, seenNo]);
  // What could not be said without a connection is said with the next one.
  useEffect(() => line.onOpen(look), [line, look]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return look;
}
