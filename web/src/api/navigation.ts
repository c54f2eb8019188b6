let current = new AbortController();

/** Aborted when the page is left on which it was read. */
export const navigationSignal = (): AbortSignal => current.signal;

/** Cancels what the left page still waits for (communications, section 2). Called by the router on every navigation. */
export function cancelPendingReads(): void {
  current.abort(new DOMException('The page was left', 'AbortError'));
  current = new AbortController();
}
