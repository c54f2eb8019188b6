import { useEffect, useMemo, useRef, useState } from 'react';

/** Work that is over sooner shows no progress: it would only flash. */
export const PROGRESS_AFTER_MS = 1000;
/** Progress that was shown stands at least so long (communications, section 9). */
export const PROGRESS_LASTS_MS = 6000;

export interface ProgressTime {
  /** The work begins. */
  begin: () => void;
  /** The work is over: the window goes once its time has passed. @returns whether it stands until then */
  over: () => boolean;
  /** The window goes at once: it was cancelled, or somebody has read enough. */
  close: () => void;
}

/** When the window of some work stands (communications, section 4, "Progress modal"); `tell` hears each change. */
export function progressTime(tell: (stands: boolean) => void): ProgressTime {
  let shownAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    if (shownAt === null) return;
    shownAt = null;
    tell(false);
  };
  return {
    begin: () => {
      close();
      timer = setTimeout(() => {
        shownAt = performance.now();
        tell(true);
      }, PROGRESS_AFTER_MS);
    },
    over: () => {
      clearTimeout(timer);
      if (shownAt === null) return false;
      timer = setTimeout(close, Math.max(0, shownAt + PROGRESS_LASTS_MS - performance.now()));
      return true;
    },
    close,
  };
}

/** The same for a component; `onGone` is called when the window goes. */
export function useProgressTime(onGone?: () => void): ProgressTime & { stands: boolean } {
  const [stands, setStands] = useState(false);
  const gone = useRef(onGone);
  gone.current = onGone;
  const time = useMemo(
    () =>
      progressTime((now) => {
        setStands(now);
        if (!now) gone.current?.();
      }),
    [],
  );
  useEffect(
    () => () => {
      gone.current = undefined;
      time.close();
    },
    [time],
  );
  return { ...time, stands };
}
