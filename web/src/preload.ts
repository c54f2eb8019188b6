import { preloadPalette } from './commands/Commands.tsx';
import { preloadPictures, preloadUploads } from './features/communications/public.ts';
import { preloadNotifications } from './features/notices/public.ts';
import { quietly } from './replaced.ts';
import { preloadSignIn } from './session/tokens.ts';
import { everyText } from './text.ts';
import { loadOverlays } from './ui/use-overlays.ts';

/** The first screen comes first, and an open room after it, also over a slow line. */
const WAIT_MS = 2500;

/** What the next clicks need, the likeliest first. */
const parts: readonly (() => Promise<unknown>)[] = [
  loadOverlays,
  preloadPalette,
  preloadNotifications,
  preloadPictures,
  preloadUploads,
  preloadSignIn,
  everyText,
];

// Safari knows no idle time.
const whenIdle = (work: () => void) => ('requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 200));

function loadFrom(place: number, isOver: () => boolean): void {
  const load = parts[place];
  if (load === undefined || isOver()) return;
  // What does not come now is asked for again by the click that needs it, and that is told of a failure.
  whenIdle(() => void quietly(load).then(() => loadFrom(place + 1, isOver)));
}

/** Loads what was left out of the first screen, one part after the other, while the browser has nothing else to do. @returns what stops it */
export function preloadParts(): () => void {
  let isOver = false;
  const begin = setTimeout(() => loadFrom(0, () => isOver), WAIT_MS);
  return () => {
    isOver = true;
    clearTimeout(begin);
  };
}
