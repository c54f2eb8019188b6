import { report } from '../../report.ts';

/** Long enough for the slowest window of the browser to have heard of the same event. */
const HOLD_MS = 15_000;

/**
 * Of all windows of this person in this browser the first does it. The others wait for its lock: once it is done they find the
 * mark of that and leave it; where the first dies or fails before, its lock is free at once and the next one does it (BUG-084).
 * @param key the same in every window
 * @param work false: it was nothing to be done, and whoever comes with the same key later may find that it is
 */
export async function firstOf(userId: string, key: string, work: () => Promise<boolean>): Promise<void> {
  const name = `parley-notice:${userId}:${key}`;
  await navigator.locks.request(name, async () => {
    if (await isDone(name)) return;
    if (await work()) await markDone(name);
  });
}

const done = (name: string) => `${name}:done`;

async function isDone(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === done(name));
}

/** Holds the mark for a while. @returns when it stands, so that whoever is let in next sees it */
function markDone(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stand = () => {
      resolve();
      return new Promise<void>((end) => setTimeout(end, HOLD_MS));
    };
    navigator.locks.request(done(name), stand).catch(reject);
  });
}

const looking = (userId: string) => `parley-looking:${userId}:`;

/** Holds a lock with others from the moment when it is granted. @returns how to let it go, also before that */
function hold(name: string): () => void {
  const asked = new AbortController();
  const { signal } = asked;
  let letGo = () => {};
  const held = () => (signal.aborted ? undefined : new Promise<void>((resolve) => (letGo = resolve)));
  navigator.locks.request(name, { mode: 'shared', signal }, held).catch((problem: unknown) => {
    if (!signal.aborted) report(problem);
  });
  return () => {
    asked.abort();
    letGo();
  };
}

/** Lets the other windows know what this one shows while it can be seen. The lock goes with the window. @returns how to end it */
export function tellLooking(userId: string, shown: string): () => void {
  let letGo = () => {};
  const look = () => {
    letGo();
    letGo = document.visibilityState === 'visible' ? hold(`${looking(userId)}${shown}`) : () => {};
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    letGo();
  };
}

/** What the windows show that can be seen now. */
export async function lookedAt(userId: string): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  const begin = looking(userId);
  return held.flatMap(({ name }) => (name?.startsWith(begin) ? [name.slice(begin.length)] : []));
}
