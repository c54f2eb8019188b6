import { create } from 'zustand';
import { beforeLeaving } from '../../../session/unfinished.ts';
import type { TextKey, TextParams } from '../../../text.ts';

/** A sentence by its key, so that it follows the language of the screen. */
export interface Sentence {
  key: TextKey;
  params?: TextParams;
}

/** Something that can be undone for a while. */
export interface Offer {
  /** What was done, or is going to be, and what was left out. */
  says: readonly Sentence[];
  /** In milliseconds, while nobody points at it. */
  lasts: number;
  undo: () => Promise<unknown>;
  /** Nobody undid it in its time; `isClosing` while the page is being closed, which waits for nothing. */
  lapse: (isClosing: boolean) => Promise<unknown>;
}

/** What could not be done, and why; stands until it is closed. */
export interface Report {
  title: Sentence;
  lines: readonly { names: readonly string[]; why: string }[];
}

export type Shown = { is: 'offer'; id: number; offer: Offer; left: number; runsSince: number | null } | { is: 'work'; says: Sentence };

/** What the box at the bottom shows: what is offered or being done, and what could not be done before. */
export const useShown = create<{ shown: Shown | null; report: Report | null }>(() => ({ shown: null, report: null }));

const show = (shown: Shown | null) => useShown.setState({ shown });
const current = () => useShown.getState().shown;

let ids = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What is being done now. */
const works = new Set<Promise<unknown>>();

/** Makes an offer. What was offered before is undone no longer: it is done at once. */
export function makeOffer(offer: Offer): void {
  void settle();
  window.addEventListener('pagehide', close);
  ids += 1;
  show({ is: 'offer', id: ids, offer, left: offer.lasts, runsSince: null });
  goOn();
}

/** More is to be said of what is offered, if it still is. */
export function sayMore(offer: Offer, says: Offer['says']): void {
  const shown = current();
  if (shown?.is === 'offer' && shown.offer === offer && says.length > 0)
    show({ ...shown, offer: { ...offer, says: [...offer.says, ...says] } });
}

/** The time stands still. */
export function pause(): void {
  const shown = current();
  if (shown?.is !== 'offer' || shown.runsSince === null) return;
  clearTimeout(timer);
  show({ ...shown, left: leftOf(shown, Date.now()), runsSince: null });
}

/** The time goes on. */
export function goOn(): void {
  const shown = current();
  if (shown?.is !== 'offer' || shown.runsSince !== null) return;
  timer = setTimeout(() => void settle(), shown.left);
  show({ ...shown, runsSince: Date.now() });
}

/** Milliseconds that are left. */
export const leftOf = ({ left, runsSince }: { left: number; runsSince: number | null }, now: number): number =>
  runsSince === null ? left : Math.max(0, left - (now - runsSince));

function endOffer(): Offer | null {
  const shown = current();
  if (shown?.is !== 'offer') return null;
  clearTimeout(timer);
  window.removeEventListener('pagehide', close);
  show(null);
  return shown.offer;
}

export function isOffered(offer: Offer): boolean {
  const shown = current();
  return shown?.is === 'offer' && shown.offer === offer;
}

/** There is nothing left of it to undo or to do: it goes without either. */
export function withdraw(offer: Offer): void {
  if (isOffered(offer)) endOffer();
}

/** What is offered was not meant. */
export function undo(): void {
  void endOffer()?.undo();
}

/** What is offered stands from now on, and is done where it was still to be. Resolves when nothing is being done any more. */
export function settle(isClosing = false): Promise<unknown> {
  void endOffer()?.lapse(isClosing);
  return Promise.allSettled([...works]);
}
const close = () => void settle(true);
beforeLeaving(() => settle());

/** Says what is being done while it is. */
export async function during<Done>(says: Sentence, work: Promise<Done>): Promise<Done> {
  const mine: Shown = { is: 'work', says };
  works.add(work);
  show(mine);
  try {
    return await work;
  } finally {
    works.delete(work);
    if (current() === mine) show(null);
  }
}

export const report = (said: Report) => useShown.setState({ report: said });
export const closeReport = () => useShown.setState({ report: null });
