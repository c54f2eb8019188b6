/** The bus may lose word of a change: what is held is read anew after this all the same. */
const HELD_FOR = 10_000;
const HELD_AT_MOST = 10_000;

/** Answers that hold for a while, each asked for once however many want it at the same time. */
export interface GatheredCache {
  /** What was asked last, while it holds; else asks. A question that failed is asked again by the next. */
  get<Value>(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** Nothing of what was asked before this is answered after it. */
  clear(): void;
}

export function createGatheredCache(now: () => number = () => performance.now()): GatheredCache {
  const held = new Map<string, { answer: Promise<unknown>; until: number }>();
  return {
    get<Value>(key: string, ask: () => Promise<Value>) {
      const known = held.get(key);
      if (known !== undefined && known.until > now()) return known.answer as Promise<Value>;
      if (held.size >= HELD_AT_MOST) held.clear();
      const answer = ask();
      const entry = { answer, until: now() + HELD_FOR };
      held.set(key, entry);
      answer.catch(() => {
        if (held.get(key) === entry) held.delete(key);
      });
      return answer;
    },
    clear: () => held.clear(),
  };
}
