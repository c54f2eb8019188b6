/** Marks what the end of a conversation takes away with it: its composer, and what resolves it. */
const UNTIL_RESOLVED = '[data-until-resolved]';
/** What opens over a page, and takes the focus with it when it closes. */
const OVER = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Where the focus has been, as it was then: what is gone later tells nothing of where it stood. */
export interface Place {
  element: HTMLElement;
  /** What it stood in, from the inside out. */
  around: readonly Element[];
  /** What had opened over the page, null on the page itself. */
  over: Element | null;
  /** Its like goes with the end of a conversation. */
  untilResolved: boolean;
}

/** @returns what is known of an element that has the focus, for when it goes away */
export function placeOf(element: HTMLElement): Place {
  const around: Element[] = [];
  for (let part = element.parentElement; part !== null && part !== document.body; part = part.parentElement) around.push(part);
  return { element, around, over: element.closest(OVER), untilResolved: element.closest(UNTIL_RESOLVED) !== null };
}
