import { LookingTimings } from '@parley/contract';
import type { Line } from '../sync/line.ts';
import { heardLooking, type Looker, stillLooking } from './lookers.ts';

/** A room that is passed by on the way to another is not looked at. */
const SETTLED_MS = 150;
/** Whoever comes is answered at once, all who came in that time together. */
const ANSWER_MS = 200;
const LOOK_AGAIN_MS = 500;

interface Watch {
  readonly roomId: string;
  readonly me: string;
  readonly line: Pick<Line, 'tell' | 'subscribe' | 'onOpen'>;
  readonly onChange: (lookers: readonly Looker[]) => void;
}

/**
 * Says to colleagues that a room is looked at in this window, as long as its page shows, and hears who else looks at it. The answer ends it.
 */
export function watchLookers({ roomId, me, line, onChange }: Watch): () => void {
  let lookers: readonly Looker[] = [];
  let isSaid = false;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const become = (next: readonly Looker[]) => {
    if (next === lookers) return;
    lookers = next;
    onChange(next);
  };
  const say = () => {
    clearTimeout(soon);
    soon = undefined;
    if (document.visibilityState === 'visible') isSaid = line.tell({ type: 'Looking', payload: { roomId } }) || isSaid;
  };
  const sayIn = (ms: number) => {
    soon ??= setTimeout(say, ms);
  };
  const leave = () => {
    clearTimeout(soon);
    soon = undefined;
    if (isSaid) line.tell({ type: 'Looking', payload: { roomId: null } });
    isSaid = false;
  };
  const turned = () => (document.visibilityState === 'visible' ? say() : leave());
  const stops = [
    line.subscribe('Looking', (heard) => {
      if (heard.roomId !== roomId || heard.userId === me) return;
      // They may not know of this window yet.
      if (heard.isLooking && !lookers.some(({ windowId }) => windowId === heard.windowId)) sayIn(ANSWER_MS);
      become(heardLooking(lookers, heard, Date.now()));
    }),
    // At once when the connection stands.
    line.onOpen(() => sayIn(SETTLED_MS)),
  ];
  const saying = setInterval(say, LookingTimings.every);
  const looking = setInterval(() => become(stillLooking(lookers, Date.now())), LOOK_AGAIN_MS);
  document.addEventListener('visibilitychange', turned);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', turned);
  return () => {
    leave();
    for (const stop of stops) stop();
    clearInterval(saying);
    clearInterval(looking);
    document.removeEventListener('visibilitychange', turned);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', turned);
  };
}
