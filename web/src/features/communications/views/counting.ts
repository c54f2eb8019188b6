import type { SavedView } from '@parley/contract';

/** What the server counts is counted again this long after something has changed, all views together; and up to so much later, so that windows do not ask at once. */
const COUNTED_AGAIN_MS = 5000;
const SPREAD_MS = 2500;
/** Views that were changed are wanted sooner, and everybody of an account hears of it in the same moment. */
const CHANGED_SPREAD_MS = 1500;
/** So are all after a loss of the line, of the whole installation. */
const BACK_SPREAD_MS = 5000;

/** Views with their numbers, and how many rooms the list of all holds. */
export interface Views {
  content: SavedView[];
  all: number | null;
}
type Told = { views: Views; askedAt: number };

interface CountingDeps {
  me: string;
  ask: () => Promise<Views>;
  /** What another window of this browser was answered. */
  heard: (views: Views) => void;
}

export interface Counting {
  /** Something has changed that the server counts. */
  roomsChanged(): void;
  viewsChanged(): void;
  lineIsBack(): void;
  stop(): void;
}

/**
 * Has views counted again after a change: of all windows of one person and browser by one of them, which tells the others; by none that nobody
 * looks at.
 */
export function startCounting({ me, ask, heard }: CountingDeps): Counting {
  const name = `parley.views.${me}`;
  const channel = new BroadcastChannel(name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  /** When the last change was that no answer tells of yet. */
  let changedAt: number | null = null;
  let isOver = false;

  function answered({ views, askedAt }: Told): void {
    if (changedAt !== null && changedAt <= askedAt) {
      changedAt = null;
      clear();
    }
    heard(views);
  }

  function clear(): void {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
  }

  async function count(): Promise<void> {
    clear();
    // Looked at again, it is made up for.
    if (document.visibilityState === 'hidden') return;
    await navigator.locks.request(name, async () => {
      if (isOver || changedAt === null) return;
      const askedAt = Date.now();
      try {
        const told: Told = { views: await ask(), askedAt };
        if (isOver) return;
        channel.postMessage(told);
        answered(told);
      } catch {
        // The numbers stand as they are until the next change, or until the line is back.
        if (changedAt <= askedAt) changedAt = null;
      }
    });
  }

  function soon(least: number, spread: number): void {
    changedAt = Date.now();
    const at = changedAt + least + Math.random() * spread;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void count(), at - changedAt);
  }

  const look = () => {
    if (document.visibilityState === 'visible' && changedAt !== null && dueAt === Number.POSITIVE_INFINITY) void count();
  };
  document.addEventListener('visibilitychange', look);
  channel.onmessage = ({ data }: MessageEvent<Partial<Told> | null>) => {
    // Another version of the page may say it in another way.
    if (Array.isArray(data?.views?.content) && typeof data.askedAt === 'number') answered(data as Told);
  };
  return {
    roomsChanged: () => soon(COUNTED_AGAIN_MS, SPREAD_MS),
    viewsChanged: () => soon(0, CHANGED_SPREAD_MS),
    lineIsBack: () => soon(0, BACK_SPREAD_MS),
    stop: () => {
      isOver = true;
      clear();
      channel.close();
      document.removeEventListener('visibilitychange', look);
    },
  };
}
