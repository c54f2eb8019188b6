const LAST_RELOAD = 'reloaded-for-new-version';
/** A second reload so soon would not help either. */
const AGAIN_AFTER_MS = 60_000;

let quiet = 0;
let isLeaving = false;

/** Whether this page is being loaded anew for a part that is gone: what failed meanwhile is not worth a word. */
export const isBeingReplaced = (): boolean => isLeaving;

/** Loads a part that nobody waits for: when it does not come, nothing happens. */
export async function quietly(load: () => Promise<unknown>): Promise<void> {
  quiet += 1;
  try {
    await load();
  } catch {
    // Whoever needs it asks for it again, and is told.
  } finally {
    quiet -= 1;
  }
}

/**
 * A page that was open while Parley was renewed asks for parts that are gone: it loads itself anew, once. Drafts are kept
 * in the browser, so nothing typed is lost.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a network the page itself would be lost.
    if (quiet > 0 || !navigator.onLine) return;
    const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    isLeaving = true;
    location.reload();
  });
}
