/** Hands a fault that nobody on the page can mend to the browser's own reporting, where a collector may listen. */
export function report(error: unknown): void {
  globalThis.reportError(error);
}
