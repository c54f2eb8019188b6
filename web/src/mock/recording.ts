const RATE = 8000;
const SECONDS = 4;

/** The recording of the example's call: a soft tone that comes and goes, as a file of sound. */
export function recordingOf(): string {
  const samples = Int16Array.from({ length: RATE * SECONDS }, (_, i) => {
    const at = i / RATE;
    return Math.round(3000 * Math.sin(2 * Math.PI * 220 * at) * Math.sin(Math.PI * at) ** 2);
  });
  const head = new DataView(new ArrayBuffer(44));
  const words = (at: number, text: string) => [...text].forEach((letter, i) => void head.setUint8(at + i, letter.charCodeAt(0)));
  words(0, 'RIFF');
  head.setUint32(4, 36 + samples.byteLength, true);
  words(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, RATE, true);
  head.setUint32(28, RATE * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  words(36, 'data');
  head.setUint32(40, samples.byteLength, true);
  return URL.createObjectURL(new Blob([head, samples], { type: 'audio/wav' }));
}
