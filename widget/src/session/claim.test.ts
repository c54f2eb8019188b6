import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionClaims } from './claim.ts';
import type { Storage } from './storage.ts';
import { safeStorage } from './storage.ts';

const KEY = 'parley:w:secret';

/** Storage of one browser with a copy per tab: a write reaches the other tabs only `lag` later, the last one wins. */
function browser(now: () => number) {
  const shared = new Map<string, string>();
  const writes: Array<{ at: number; tab: number; key: string; value: string | null }> = [];
  return (tab: number, lag: number): Storage => {
    const own = new Map<string, { value: string | null; at: number }>();
    const settle = () => {
      for (const write of writes.filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at)) {
        if (write.value === null) shared.delete(write.key);
        else shared.set(write.key, write.value);
        writes.splice(writes.indexOf(write), 1);
      }
    };
    const put = (key: string, value: string | null) => {
      own.set(key, { value, at: now() + lag });
      writes.push({ at: now() + lag, tab, key, value });
    };
    return {
      keeps: true,
      get(key) {
        settle();
        const mine = own.get(key);
        if (mine && mine.at > now()) return mine.value;
        return shared.get(key) ?? null;
      },
      set: (key, value) => put(key, value),
      remove: (key) => put(key, null),
    };
  };
}

/** A clock that moves to the next sleeper once nobody else has anything to do. */
function simulated() {
  let time = 0;
  const sleepers: Array<{ at: number; wake: () => void }> = [];
  return {
    now: () => time,
    wait: (ms: number) => new Promise<void>((wake) => sleepers.push({ at: time + ms, wake })),
    async run(done: Promise<unknown>) {
      let finished = false;
      void done.then(() => {
        finished = true;
      });
      for (;;) {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        if (finished) return;
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (!next) throw new Error('everybody waits for ever');
        time = Math.max(time, next.at);
        next.wake();
      }
    },
  };
}

describe('the claim on a new session', () => {
  it('lets tabs that send at once end with one session, whatever the timing', async () => {
    const tabs = fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 300 }),
        lag: fc.integer({ min: 0, max: 25 }),
        request: fc.integer({ min: 1, max: 900 }),
      }),
      { minLength: 2, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(tabs, async (plan) => {
        const clock = simulated();
        const open = browser(clock.now);
        let started = 0;
        const all = Promise.all(
          plan.map(async ({ start, lag, request }, index) => {
            const claims = sessionClaims(open(index, lag), KEY, `tab-${index}`, clock.wait);
            await clock.wait(start);
            const secret = await claims.claim();
            if (secret !== null) return secret;
            started += 1;
            await clock.wait(request);
            return claims.keep(`secret-${index}`);
          }),
        );
        await clock.run(all);
        expect(new Set(await all).size).toBe(1);
        expect(started).toBe(1);
      }),
    );
  });

  it('takes over from a tab that died while it held the claim', async () => {
    const clock = simulated();
    const storage = browser(clock.now)(0, 0);
    storage.set(`${KEY}:claim`, 'a tab that crashed');
    const claims = sessionClaims(storage, KEY, 'living', clock.wait);
    const claim = claims.claim();
    await clock.run(claim);
    expect(await claim).toBeNull();
    expect(clock.now()).toBeGreaterThanOrEqual(12_000);
  });

  it('gives the first secret to a tab that comes with a second one', () => {
    const storage = browser(() => 0)(0, 0);
    expect(sessionClaims(storage, KEY, 'one').keep('first')).toBe('first');
    expect(sessionClaims(storage, KEY, 'two').keep('second')).toBe('first');
  });
});

describe('storage that refuses', () => {
  const refusing = (): globalThis.Storage => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  it('remembers for as long as the page lives', () => {
    const storage = safeStorage(refusing);
    expect(storage.keeps).toBe(false);
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  it('lets a tab start its session all the same', async () => {
    const claims = sessionClaims(safeStorage(refusing), KEY, 'tab', () => Promise.resolve());
    expect(await claims.claim()).toBeNull();
    expect(claims.keep('secret')).toBe('secret');
  });
});
