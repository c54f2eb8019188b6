const LAST_RELOAD = 'reloaded-for-new-version';
/** A second reload so soon would not help either. */
const AGAIN_AFTER_MS = 60_000;
/** Whoever asked for a part hears of its failure within so many turns of promises, and nothing is drawn before. */
const TURNS = 100;
const LOOK_AGAIN_MS = 1000;

/** Failures that nobody waits for. */
const unheeded = new WeakSet<object>();
let isLeaving = false;

/** Failures of parts that did not come. */
const missing = new WeakSet<object>();

/** Whether somebody was told of a part of the page that did not come, which is no fault of the page. */
export const isOfMissingPart = (problem: unknown): boolean => missing.has(problem as object);

/** Failures that somebody waits for by now. */
const heeded = new WeakSet<object>();
const isUnheeded = (problem: unknown): boolean => unheeded.has(problem as object) && !heeded.has(problem as object);

/** Whether this page is being loaded anew for a part that is gone: what failed meanwhile is not worth a word. */
export const isBeingReplaced = (): boolean => isLeaving;

/** Whoever needs it asks for it again, and is told. */
export function unheed(problem: unknown): void {
  for (let failure = problem; failure instanceof Error; failure = failure.cause) unheeded.add(failure);
}

/** Somebody waits now for what may have failed while nobody did, and fails again for the same reason: the page is loaded anew for it. */
export function heed(problem: unknown): void {
  for (let failure = problem; failure instanceof Error; failure = failure.cause) {
    heeded.add(failure);
    if (missing.has(failure)) void loadAnew();
  }
}

/**
 * Loads parts that nobody waits for: when one does not come, nothing happens. Each is asked for by itself: of several that are
 * awaited together, only the first failure would be known to belong here.
 */
export async function quietly(...loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await Promise.all(
    loads.map(async (load) => {
      try {
        await load();
      } catch (problem) {
        unheed(problem);
      }
    }),
  );
}

/**
 * Parts that are needed together. Rejects with the first failure; what becomes of that one becomes of the others: where nobody waits for it,
 * nobody waits for them.
 */
export function together<Parts extends readonly unknown[]>(...loads: { [Part in keyof Parts]: Promise<Parts[Part]> }): Promise<Parts> {
  let first: unknown;
  const failed = async (problem: unknown) => {
    first ??= problem;
    for (let turn = 0; turn < TURNS && !isUnheeded(first); turn += 1) await null;
    if (isUnheeded(first)) unheed(problem);
  };
  for (const load of loads) load.catch(failed);
  return Promise.all(loads) as Promise<unknown> as Promise<Parts>;
}

/**
 * A page that was open while Parley was renewed asks for parts that are gone: it loads itself anew, once, unless nobody waits for the part. Drafts are kept
 * in the browser, so nothing typed is lost.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    void reloadFor(payload);
  });
}

const answers = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves once it is known of what has just failed whether the page is loaded anew for it; nothing is drawn before. */
export async function decided(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await null;
}

async function reloadFor(failure: Error): Promise<void> {
  await decided();
  if (!isUnheeded(failure)) await loadAnew();
}

async function loadAnew(): Promise<void> {
  // Without a network the page itself would be lost.
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS) return;
  sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
  isLeaving = true;
  // Nor is anything to be had from a server that is away: the page is loaded once it answers.
  while (!(await answers())) await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS));
  location.reload();
}
