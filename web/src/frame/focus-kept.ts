import { type Place, placeOf } from './focus-place.ts';

/** So long a part that comes or goes has to place the focus itself: a menu gives it back 10 ms after it has closed. */
const SETTLES_AFTER_MS = 40;
/** What works meanwhile takes no focus; what still takes none after this is not going to. */
const WORKS_AT_MOST_MS = 3000;
/** Marks what comes in its place, and says that the conversation is over. */
const AFTER_RESOLVE = '[data-after-resolve]';

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });

/** Nothing that is typed into: on glass a keyboard would jump up. */
const STOPS = 'a[href], button:not(:disabled), [tabindex="0"]';

/** Who was at work beside a menu of pages is not sent to its top. */
function firstStopIn(part: Element): HTMLElement | undefined {
  const menu = part.closest('nav');
  return [...part.querySelectorAll<HTMLElement>(STOPS)].find(
    (stop) => stop.tabIndex >= 0 && stop.closest('nav') === menu && isUsable(stop),
  );
}

/** Where one was last and can be again; what came in its place where that went with a conversation that is over. */
function lastOf(places: readonly Place[]): HTMLElement | undefined {
  for (const { element, untilResolved } of places.toReversed()) {
    if (isUsable(element)) return element;
    const rest = untilResolved ? document.querySelector<HTMLElement>(AFTER_RESOLVE) : null;
    if (rest !== null && isUsable(rest)) return rest;
  }
  return undefined;
}

/** Where keys go on from when a place of the page is gone: beside it in what it stood in, or the page where all of that is gone. */
function nearTo({ around }: Place, page: HTMLElement): HTMLElement {
  for (const part of around) {
    if (part === page) break;
    const stop = part.isConnected ? firstStopIn(part) : undefined;
    if (stop !== undefined) return stop;
  }
  return page;
}

/**
 * Keeps the focus from falling to nothing when what had it goes away, or takes none while it works: who goes by keys, or hears the screen,
 * would begin anew at the top. It goes back to the same element once that takes it again, to what stands beside it, to where one was
 * before a dialog, or to the word that a conversation is over, where it was on what this took away. Whoever leaves an element by will, as by clicking beside it, is left alone.
 *
 * @param page takes the focus when another page came
 * @param before where the focus was last before this began, whether or not it still is; undefined where it was nowhere
 * @returns stops it
 */
export function keepFocus(page: HTMLElement, before: Place | undefined): () => void {
  let places: readonly Place[] = before === undefined ? [] : [before];
  /** Since when what had the focus cannot have it; null while it can. */
  let lostAt: number | null = null;
  /** It worked when it was last looked at. */
  let works = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const hasNone = () => document.activeElement === null || document.activeElement === document.body;

  const remember = ({ target }: FocusEvent) => {
    lostAt = null;
    works = false;
    if (!(target instanceof HTMLElement)) return;
    const place = placeOf(target);
    // The last of the page and of each part over it: a dialog over a menu over a button are three.
    const same = places.findIndex(({ over }) => over === place.over);
    places = [...(same === -1 ? places : places.slice(0, same)), place];
  };

  const settle = () => {
    settling = undefined;
    const last = places.at(-1)?.element;
    if (last === undefined || !hasNone()) {
      lostAt = null;
      return;
    }
    if (lostAt === null && isUsable(last)) {
      // It could have kept the focus: somebody left it.
      places = [];
      return;
    }
    lostAt ??= performance.now();
    const worked = works;
    works = last.matches(':disabled') && last.isConnected && performance.now() - lostAt < WORKS_AT_MOST_MS;
    // What took the place of what has worked gets its time too.
    if (works || worked) settling = setTimeout(settle, SETTLES_AFTER_MS);
    else giveBack();
  };

  const giveBack = () => {
    const near = places.findLast(({ around }) => around.includes(page));
    const back = lastOf(places);
    const to = back ?? (near === undefined ? page : nearTo(near, page));
    // Where one has not been before, nothing moves: somebody may be reading or pointing there.
    to.focus({ preventScroll: to !== back });
  };

  // Asked after every change of the page: nothing here may ask how anything is laid out.
  const look = () => {
    const last = places.at(-1)?.element;
    if (last === undefined) return;
    // The browser takes the focus from what takes none only when it draws, and by then it may take it again.
    if (!last.isConnected || last.matches(':disabled')) lostAt ??= performance.now();
    if ((lostAt !== null || hasNone()) && settling === undefined) settling = setTimeout(settle, SETTLES_AFTER_MS);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'data-view'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', look);
  look();
  return () => {
    changes.disconnect();
    clearTimeout(settling);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', look);
  };
}
