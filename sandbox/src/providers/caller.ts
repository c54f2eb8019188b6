/** One call of a provider's to whoever it works for, and when it is made again as long as that does not answer 200. */
export interface Call {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

export interface Caller {
  /** Calls, and calls again. @returns the body of the first 200; null when it never came within the tries that are waited for */
  call(call: Call, how: { twice?: boolean }): Promise<string | null>;
  /** Calls that are still made again. */
  waiting(): number;
  stop(): void;
}

const ANSWER_WITHIN = 10_000;

/** @param again milliseconds after which it is called again, each counted from the try before */
export function createCaller(again: () => readonly number[]): Caller {
  const timers = new Set<NodeJS.Timeout>();

  async function once({ url, body, headers }: Call): Promise<string | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      const text = await response.text();
      return response.status === 200 ? text : null;
    } catch {
      return null;
    }
  }

  function later(call: Call, tries: number): void {
    const wait = again()[tries];
    if (wait === undefined) return;
    const timer = setTimeout(async () => {
      timers.delete(timer);
      if ((await once(call)) === null) later(call, tries + 1);
    }, wait);
    timers.add(timer);
  }

  return {
    async call(call, { twice = false }) {
      const answer = await once(call);
      if (answer === null) later(call, 0);
      else if (twice) await once(call);
      return answer;
    },
    waiting: () => timers.size,
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
