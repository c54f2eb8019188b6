/** Nearer to the edge a drawn finger is the browser's own back and forward. */
const EDGE_PX = 28;
const LEAST_PX = 64;
/** Slower is no swipe: somebody reads, holds, or begins to mark text. */
const LONGEST_MS = 500;

/** A finger on the screen: where, and when in milliseconds. */
export interface Touched {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** Which way a finger was drawn across a screen of this width; null when it was no swipe to a side. */
export function swipeOf(from: Touched, to: Touched, width: number): 'left' | 'right' | null {
  const [across, down] = [to.x - from.x, to.y - from.y];
  if (from.x < EDGE_PX || from.x > width - EDGE_PX || to.at - from.at > LONGEST_MS) return null;
  if (Math.abs(across) < LEAST_PX || Math.abs(across) < 2 * Math.abs(down)) return null;
  return across < 0 ? 'left' : 'right';
}
