const finishers = new Set<() => Promise<unknown>>();

/** Says what is still to be done before somebody signs out or goes offline; it is waited for. */
export function beforeLeaving(finish: () => Promise<unknown>): void {
  finishers.add(finish);
}

/** Does now what was asked for and waits only for its time. Never rejects: whoever does it says what failed. */
export const finishWork = (): Promise<unknown> => Promise.allSettled([...finishers].map((finish) => finish()));
