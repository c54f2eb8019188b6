/**
 * A short sound for a message that nobody looked at. Silent until the visitor has clicked on the widget: pages that make a
 * noise by themselves are left, and browsers refuse it.
 */
export function messageSound() {
  let context: AudioContext | null = null;
  return {
    /** To be called in the click itself. */
    clicked(): void {
      if (typeof AudioContext === 'undefined') return;
      context ??= new AudioContext();
      void context.resume();
    },
    play(): void {
      if (context?.state !== 'running') return;
      const { currentTime: now } = context;
      const volume = context.createGain();
      volume.connect(context.destination);
      volume.gain.setValueAtTime(0.0001, now);
      volume.gain.exponentialRampToValueAtTime(0.08, now + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.35);
      const tone = context.createOscillator();
      tone.frequency.setValueAtTime(660, now);
      tone.frequency.setValueAtTime(880, now + 0.12);
      tone.connect(volume);
      tone.start(now);
      tone.stop(now + 0.4);
    },
  };
}
