import type { VisitorWaiting } from '@parley/contract/entities/visitor';
import type { Answer } from './api.ts';
import type { Words } from './text.ts';

/** How often it is asked for: those who are nearly there look closer. */
const SOON_MS = 4000;
const LATER_MS = 15_000;
const NEARLY_THERE = 5;
const MINUTE = 60;

/** What there is to say of it, after what the line says already; with the times of the visitor's own clock. */
export function waitingWords(words: Words, usual: string, { place, isAnybodyThere, usualSeconds, opensAt }: VisitorWaiting): string {
  if (opensAt !== null) return words('WIDGET_BACK_AT', { time: words.moment(opensAt) });
  if (place === null) return usual;
  if (!isAnybodyThere) return words('WIDGET_BACK_LATER');
  const standing = place === 1 ? words('WIDGET_PLACE_NEXT') : words('WIDGET_PLACE', { place });
  if (usualSeconds === null) return `${usual} ${standing}`;
  const minutes = Math.round(usualSeconds / MINUTE);
  return `${usual} ${standing} ${minutes < 1 ? words('WIDGET_WAIT_SHORT') : words('WIDGET_WAIT_USUAL', { count: minutes })}`;
}

/**
 * Tells who waits where they stand, as long as they do. By the document's own means: it comes only with the waiting.
 * @param line what says that they wait, and then says more
 */
export async function tellWaiting(
  line: HTMLElement,
  words: Words,
  ask: () => Promise<Answer<VisitorWaiting>>,
  stop: AbortSignal,
): Promise<void> {
  const usual = line.textContent ?? '';
  while (!stop.aborted) {
    const answer = document.visibilityState === 'visible' ? await ask() : null;
    if (stop.aborted || answer?.is === 'ended') return;
    const told = answer?.is === 'ok' ? answer.value : null;
    const said = told === null ? line.textContent : waitingWords(words, usual, told);
    // What is said again is read out again.
    if (said !== line.textContent) line.textContent = said;
    const isNear = told?.place != null && told.place <= NEARLY_THERE;
    await new Promise((go) => setTimeout(go, isNear ? SOON_MS : LATER_MS));
  }
}
