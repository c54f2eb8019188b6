import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let replaced: typeof import('./replaced.ts');
let page: EventTarget;
const reload = vi.fn();
let isServed = true;

beforeEach(async () => {
  const kept = new Map<string, string>();
  page = new EventTarget();
  reload.mockClear();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('location', { reload, href: 'http://127.0.0.1:8080/communications' });
  vi.stubGlobal('fetch', async () => ({ ok: isServed }));
  isServed = true;
  vi.resetModules();
  replaced = await import('./replaced.ts');
  replaced.reloadWhenReplaced();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A part that is gone, as the bundler asks for one: it says so to the page, and to whoever asked. */
async function goneAfter(wait: Promise<unknown>): Promise<never> {
  const failure = new TypeError('Failed to fetch dynamically imported module');
  return wait.then(() => {
    page.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: failure }));
    throw failure;
  });
}
const gone = () => goneAfter(Promise.resolve());
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a part that is gone loads the page anew, and not before it is known whether anybody waits for it', async () => {
  await expect(gone()).rejects.toThrow(TypeError);
  await settled();
  expect([reload.mock.calls.length, replaced.isBeingReplaced()]).toEqual([1, true]);
  await expect(gone()).rejects.toThrow(TypeError);
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('parts that nobody waits for load nothing anew, also several of them and behind what they need first', async () => {
  const deep = () =>
    Promise.all([gone()]).catch((cause: unknown) => {
      throw new Error('not reached', { cause });
    });
  await replaced.quietly(gone, gone, deep);
  await settled();
  expect([reload.mock.calls.length, replaced.isBeingReplaced()]).toEqual([0, false]);
});

test.each([
  ['at once', () => Promise.resolve()],
  ['one after the other', () => new Promise<void>((later) => setTimeout(later))],
])('of parts that are needed together and fail %s, none loads the page anew where nobody waits for them', async (_when, second) => {
  const inner = () => replaced.together(gone(), goneAfter(second()));
  await replaced.quietly(() => replaced.together(inner(), gone(), goneAfter(second())));
  await settled();
  await settled();
  expect([reload.mock.calls.length, replaced.isBeingReplaced()]).toEqual([0, false]);
  await expect(replaced.together(gone(), goneAfter(second()))).rejects.toThrow(TypeError);
  await settled();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('what somebody waits for is not hushed by what is asked for quietly at the same time', async () => {
  let come = () => {};
  const slow = new Promise<void>((resolve) => (come = resolve));
  const quiet = replaced.quietly(() => goneAfter(slow));
  await expect(gone()).rejects.toThrow(TypeError);
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
  come();
  await quiet;
});

test.each(['before', 'after'])(
  'what fails while nobody waits loads the page anew where somebody has begun to wait %s that is known',
  async (when) => {
    let failure: unknown;
    const part = gone().catch((problem: unknown) => {
      failure = problem;
      throw problem;
    });
    const wait = () => replaced.heed(new Error('not reached', { cause: failure }));
    if (when === 'before') part.catch(wait);
    await replaced.quietly(() => part);
    await settled();
    if (when === 'after') {
      expect(reload).not.toHaveBeenCalled();
      wait();
      await settled();
    }
    expect([reload.mock.calls.length, replaced.isBeingReplaced()]).toEqual([1, true]);
  },
);

test('a page whose server is away waits for it: loaded anew at once, nothing would be left of it', async () => {
  isServed = false;
  await expect(gone()).rejects.toThrow(TypeError);
  await settled();
  expect([reload.mock.calls.length, replaced.isBeingReplaced()]).toEqual([0, true]);
  isServed = true;
  await expect.poll(() => reload.mock.calls.length, { timeout: 3000 }).toBe(1);
});
