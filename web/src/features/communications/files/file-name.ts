/** Marks that turn the direction of writing: with them "invoice-gpj.exe" can be made to look like "invoice-exe.jpg". */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** So much of the end stays whole: the ending, and what tells two long names apart. */
const TAIL = 12;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A name in two parts: the first may be cut where there is no room, the second with the ending stays. */
export function nameParts(fileName: string): readonly [head: string, tail: string] {
  const name = fileName.replace(DIRECTION, '');
  const all = [...letters.segment(name)].map(({ segment }) => segment);
  if (all.length <= 2 * TAIL) return [name, ''];
  return [all.slice(0, -TAIL).join(''), all.slice(-TAIL).join('')];
}
