/** A place that may refuse: blocked storage, a full one, a sandboxed page. Nothing here throws. */
export interface Storage {
  /** Whether the place keeps anything at all. Without it, values live as long as this object. */
  readonly keeps: boolean;
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Wraps `localStorage` or `sessionStorage`, taken through a function because the mere access may throw. */
export function safeStorage(take: () => globalThis.Storage): Storage {
  const memory = new Map<string, string>();
  let real: globalThis.Storage | null = null;
  try {
    const probe = 'parley:probe';
    const candidate = take();
    candidate.setItem(probe, probe);
    if (candidate.getItem(probe) === probe) real = candidate;
    candidate.removeItem(probe);
  } catch {
    real = null;
  }
  return {
    keeps: real !== null,
    get(key) {
      try {
        const value = real?.getItem(key);
        if (value != null) return value;
      } catch {
        // Refused after all: what we remember is the answer.
      }
      return memory.get(key) ?? null;
    },
    set(key, value) {
      // Memory holds only what the real place did not take, so that another tab's removal is seen.
      memory.delete(key);
      try {
        if (real) {
          real.setItem(key, value);
          return;
        }
      } catch {
        // Full or refused: this tab at least remembers.
      }
      memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      try {
        real?.removeItem(key);
      } catch {
        // Refused: nothing was kept there either.
      }
    },
  };
}
