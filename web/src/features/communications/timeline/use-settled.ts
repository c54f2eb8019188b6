import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { quietly } from '../../../replaced.ts';
import { useAreReadersComing } from '../colleagues/readers.ts';
import { areFacesHere, isSpecial, loadFaces } from '../faces/later.ts';
import { isSaidHere, loadSaid } from '../said/later.ts';
import { isScheduledHere, loadScheduled } from '../scheduled/later.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import { saysMore } from './MessageBubble.tsx';

/** After so long messages are read as far as they can be drawn. */
const AT_MOST_MS = 3000;

/** Asks what is to be sent to a room's customer later. */
export const scheduledOf = (roomId: string) =>
  orpc.scheduled.list.queryOptions({ input: { params: { roomId } }, staleTime: Number.POSITIVE_INFINITY });

/**
 * Whether the messages of a tab can be drawn so that none of them moves for what comes later: where one says more than its words, the part that
 * draws it is waited for, and for calls, e-mails and what else is more than words the one with their looks; so is what is to be sent to the customer later, which stands below them, and how far colleagues have read. Once
 * true it stays so.
 */
export function useSettled(record: RoomRecord, tab: 0 | 2, isLoaded: boolean): boolean {
  const { room } = record;
  const { events } = record[historyOfTab(tab)];
  const wasSettled = useRef(false);
  const [isOver, setOver] = useState(false);
  const [areTried, setTried] = useState(false);
  const scheduled = useQuery({
    ...scheduledOf(room.id),
    enabled: tab === 0 && room.type === 'EXTERNAL',
    refetchOnMount: 'always',
  });
  const isComing = useAreReadersComing(room) || scheduled.isLoading;
  const lacksFaces = !areFacesHere() && events.some(isSpecial);
  useEffect(() => {
    // Also where a page or a frame brings the first of them.
    if (lacksFaces) void quietly(loadFaces);
  }, [lacksFaces]);
  const areHere = !lacksFaces && (isSaidHere() || !events.some(saysMore)) && (isScheduledHere() || !scheduled.data?.content.length);
  if (isLoaded && (isOver || (!isComing && (areTried || areHere)))) wasSettled.current = true;
  const waits = isLoaded && !wasSettled.current;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setOver(true), AT_MOST_MS);
    void quietly(loadSaid, loadScheduled, ...(lacksFaces ? [loadFaces] : [])).then(() => setTried(true));
    return () => clearTimeout(timer);
  }, [waits, lacksFaces]);
  return wasSettled.current;
}
