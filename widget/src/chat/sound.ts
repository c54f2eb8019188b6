/**
 * A short sound for a message that nobody looked at. It comes when it is needed first. Where the browser has seen no click yet it
 * refuses, and nothing is heard.
 */
export function playSound(): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
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
  tone.onended = () => void context.close();
}
