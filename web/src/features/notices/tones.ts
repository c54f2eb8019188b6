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

/** Plays a sound now. */
export function playTones(context: AudioContext, sound: keyof typeof tones): void {
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
