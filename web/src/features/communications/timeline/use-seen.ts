import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useCommunications, useStorePart } from '../context.ts';
import type { Tab } from '../state/room-record.ts';
import { afterSeen, seenToSend } from '../state/seen.ts';
import { withRecord } from '../state/state.ts';
import { changeState } from '../store.ts';
import { isAttentive, useAttentive } from './attention.ts';
import { saySeen } from './say-seen.ts';
import { watchForSeen } from './seen-watch.ts';
import { noteShown } from './shown.ts';

/**
 * Says Seen for what is on the screen (communications, section 4). `eventsOnScreen` tells the ids at this moment; call
 * the answer whenever what is on the screen may have become another.
 */
export function useSeen(roomId: string, tab: Tab, eventsOnScreen: () => ReadonlySet<string>): () => void {
  const { me, store, line } = useCommunications();
  const attentive = useAttentive();
  const latest = useRef(eventsOnScreen);
  latest.current = eventsOnScreen;
  const { look, leave } = useMemo(() => {
    // Of what stands there in its own moment, also while something keeps moving and no Seen is due.
    const note = (isLookedAt: boolean) => {
      const events = store.getState().state.rooms.get(roomId)?.public.events;
      if (events && tab === 0) noteShown(roomId, events, isLookedAt ? latest.current() : undefined);
    };
    const say = (isLookedAt: boolean) => {
      const record = store.getState().state.rooms.get(roomId);
      if (record === undefined) return;
      const gaze = { attentive: isLookedAt, activeRoomId: roomId, tab, onScreen: latest.current() };
      const event = seenToSend(record, gaze, me);
      if (event === null || !saySeen(line, roomId, event)) return;
      changeState(store, (state) => withRecord(state, roomId, afterSeen(record, event, me)));
    };
    return watchForSeen(note, say, isAttentive);
  }, [store, line, me, roomId, tab]);
  // While its rows still stand on the screen.
  useLayoutEffect(() => leave, [leave]);
  useEffect(() => {
    const turned = () => {
      if (!isAttentive()) leave();
    };
    window.addEventListener('blur', turned);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', turned);
    return () => {
      window.removeEventListener('blur', turned);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', turned);
    };
  }, [leave]);
  // Told that less is known as seen than was said (a Seen was lost with its connection): it is said again.
  const seenNo = useStorePart(({ state }) => {
    const membership = state.rooms.get(roomId)?.membership;
    return tab === 2 ? membership?.seenPrivateNo : membership?.seenPublicNo;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number may make something due, and so may somebody who looks again.
  useEffect(look, [look, seenNo, attentive]);
  // What could not be said without a connection is said with the next one.
  useEffect(() => line.onOpen(look), [line, look]);
  return look;
}
