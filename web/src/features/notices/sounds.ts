import type { NoticeSound } from '@parley/contract';

/** One tone: pitch in hertz (it may glide to another), when it begins and how long it lasts, in seconds. */
interface Tone {
  readonly hertz: number;
  readonly to?: number;
  readonly at: number;
  readonly lasts: number;
}

const tones: Record<Exclude<NoticeSound, 'NONE'>, readonly Tone[]> = {
  CHIME: [
    { hertz: 880, at: 0, lasts: 0.35 },
    { hertz: 1174.7, at: 0.12, lasts: 0.5 },
  ],
  BELL: [
    { hertz: 659.3, at: 0, lasts: 0.4 },
    { hertz: 830.6, at: 0.15, lasts: 0.4 },
    { hertz: 987.8, at: 0.3, lasts: 0.7 },
  ],
  KNOCK: [
    { hertz: 196, to: 98, at: 0, lasts: 0.09 },
    { hertz: 196, to: 98, at: 0.16, lasts: 0.09 },
  ],
  DROP: [{ hertz: 523.3, to: 1046.5, at: 0, lasts: 0.16 }],
};
const LOUDNESS = 0.18;

let context: AudioContext | null = null;
const watchers = new Set<() => void>();

/** Browsers let a page be heard only after somebody has clicked or typed in it: from then on it can. To be called once. */
export function listenForFirstTouch(): void {
  const open = () => {
    if (context === null) {
      context = new AudioContext();
      context.addEventListener('statechange', () => {
        for (const watcher of watchers) watcher();
      });
    }
    void context.resume();
  };
  for (const kind of ['pointerdown', 'keydown'] as const) window.addEventListener(kind, open, { capture: true, once: true });
}

/** Can a sound of this window be heard? */
export const canBeHeard = (): boolean => context?.state === 'running';

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
  if (sound === 'NONE' || context === null || !canBeHeard() || isOfBurst()) return;
  playedAt = performance.now();
  for (const { hertz, to, at, lasts } of tones[sound]) {
    const begin = context.currentTime + at;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.setValueAtTime(hertz, begin);
    if (to !== undefined) tone.frequency.exponentialRampToValueAtTime(to, begin + lasts);
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    tone.connect(loudness).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + lasts);
  }
}
