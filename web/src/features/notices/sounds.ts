import type { NoticeSound } from '@parley/contract';
import { untilItComes } from '../../late-parts.ts';
import { report } from '../../report.ts';
import type * as Tones from './tones.ts';

let context: AudioContext | null = null;
/** How they sound: comes with the first touch, before which nothing can be heard. */
let tones: typeof Tones | null = null;
const watchers = new Set<() => void>();
const tell = (): void => {
  for (const watcher of watchers) watcher();
};

/** Browsers let a page be heard only after somebody has clicked or typed in it: from then on it can. To be called once. */
export function listenForFirstTouch(): void {
  const open = () => {
    if (context === null) {
      context = new AudioContext();
      untilItComes(() => import('./tones.ts')).then((part) => {
        tones = part;
        tell();
      }, report);
      context.addEventListener('statechange', tell);
    }
    void context.resume();
  };
  for (const kind of ['pointerdown', 'keydown'] as const) window.addEventListener(kind, open, { capture: true, once: true });
}

/** Can a sound of this window be heard? */
export const canBeHeard = (): boolean => context?.state === 'running' && tones !== null;

/** Calls back when that has changed, as by the first press in the window. */
export function onHeardChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** What comes within this time of a sound is heard with it: a burst is one sound and not a noise. */
const BURST_MS = 300;
let playedAt = Number.NEGATIVE_INFINITY;

/** Would this sound only lengthen one that was just heard? */
export const isOfBurst = (): boolean => performance.now() - playedAt < BURST_MS;

/** Plays a sound, if it can be heard. */
export function play(sound: NoticeSound): void {
  if (sound === 'NONE' || context === null || tones === null || context.state !== 'running' || isOfBurst()) return;
  playedAt = performance.now();
  tones.playTones(context, sound);
}
