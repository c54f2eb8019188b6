import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatState } from '../state/chat-state.ts';
import type { Talk } from '../talk.ts';

/** Nearer to the end than this many pixels is at the end. */
const AT_END = 10;
/** So much of a message must be on the screen for it to count as seen. */
const SEEN_PART = 32;
const NEAR_TOP = 60;

/**
 * Holds the log where the visitor reads: at the end it follows, elsewhere nothing moves, also when earlier messages come
 * in above. Tells what was really on an open, visible screen.
 * @returns how many messages came below while the visitor read above, and the way down
 */
export function useLogScroll(talk: Talk, state: ChatState, open: boolean, log: RefObject<HTMLElement | null>) {
  const atEnd = useRef(true);
  const held = useRef({ first: 0, height: 0, top: 0 });
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const { events, outbox } = state;
  const first = events[0]?.channelSeq ?? 0;
  const last = events.at(-1)?.channelSeq ?? 0;

  const look = useCallback(() => {
    const box = log.current;
    if (!box || !talk.isOpen() || document.visibilityState !== 'visible') return;
    const floor = box.getBoundingClientRect().bottom;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-seq]')];
    const seen = rows.findLast((row) => {
      const { top, height } = row.getBoundingClientRect();
      return height > 0 && top + Math.min(height, SEEN_PART) <= floor;
    });
    if (seen) talk.seen(Number(seen.dataset.seq));
  }, [talk, log]);

  const toEnd = useCallback(() => {
    const box = log.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    atEnd.current = true;
    setLeftAt(null);
    look();
  }, [log, look]);

  const scrolled = useCallback(() => {
    const box = log.current;
    if (!box) return;
    held.current.top = box.scrollTop;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END;
    if (end !== atEnd.current) {
      atEnd.current = end;
      setLeftAt(end ? null : (talk.state().events.at(-1)?.channelSeq ?? 0));
    }
    if (box.scrollTop < NEAR_TOP && box.scrollHeight > box.clientHeight && talk.state().older === 'IDLE') void talk.older();
    look();
  }, [talk, log, look]);

  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    const before = held.current;
    if (atEnd.current) box.scrollTop = box.scrollHeight;
    else if (first < before.first) box.scrollTop = before.top + box.scrollHeight - before.height;
    held.current = { first, height: box.scrollHeight, top: box.scrollTop };
  });

  // One's own words are always worth following.
  const written = outbox.at(-1)?.clientMessageId;
  useLayoutEffect(() => {
    if (written !== undefined) toEnd();
  }, [written, toEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message and each opening is a reason to look
  useEffect(look, [last, open, look]);
  useEffect(() => {
    const box = log.current;
    document.addEventListener('visibilitychange', look);
    const resized = new ResizeObserver(() => {
      if (atEnd.current && box) box.scrollTop = box.scrollHeight;
      look();
    });
    if (box) resized.observe(box);
    return () => {
      document.removeEventListener('visibilitychange', look);
      resized.disconnect();
    };
  }, [look, log]);

  const below = leftAt === null ? 0 : events.filter(({ channelSeq, from }) => channelSeq > leftAt && from !== 'VISITOR').length;
  return { scrolled, toEnd, below, away: leftAt !== null };
}
