import type { RoomEvent } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { quietly } from '../../../replaced.ts';
import { isSaidHere, loadSaid } from '../said/later.ts';
import { saysMore } from './MessageBubble.tsx';

/** After so long messages are read as far as they can be drawn. */
const AT_MOST_MS = 3000;

/**
 * Whether the messages of a room can be drawn so that none of them moves for what comes later: where one says more than its words, the part that
 * draws it is waited for. Once true it stays so.
 */
export function useSettled(events: readonly RoomEvent[], isLoaded: boolean): boolean {
  const wasSettled = useRef(false);
  const [isOver, setOver] = useState(false);
  if (isLoaded && (isOver || isSaidHere() || !events.some(saysMore))) wasSettled.current = true;
  const waits = isLoaded && !wasSettled.current;
  useEffect(() => {
    if (!waits) return undefined;
    const over = () => setOver(true);
    const timer = setTimeout(over, AT_MOST_MS);
    void quietly(loadSaid).then(over);
    return () => clearTimeout(timer);
  }, [waits]);
  return wasSettled.current;
}
