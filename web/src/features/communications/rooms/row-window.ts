/** What of a list is in view, in pixels: how far down it was scrolled, and how much of it fits. */
export interface View {
  readonly top: number;
  readonly height: number;
}

/** Rows drawn above and below what is in view, so that a quick scroll meets no gap. */
const SPARE = 8;

/** Where each row begins, in pixels from the top; the last one is where the list ends. */
export function startsOf(heights: readonly number[]): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const height of heights) {
    at += height;
    starts.push(at);
  }
  return starts;
}

/** The row at a place: the last one that begins there or above. */
function rowAt(starts: readonly number[], px: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rows to draw: the first one, and the one after the last. */
export function rowsInView(starts: readonly number[], { top, height }: View): { readonly from: number; readonly to: number } {
  const count = starts.length - 1;
  if (count < 1) return { from: 0, to: 0 };
  return { from: Math.max(0, rowAt(starts, top) - SPARE), to: Math.min(count, rowAt(starts, top + height) + 1 + SPARE) };
}

/** How far down the list must stand so that a row is in view, moving it no more than that takes. */
export function topFor(starts: readonly number[], row: number, { top, height }: View): number {
  const start = starts[row];
  const end = starts[row + 1];
  if (start === undefined || end === undefined || (start >= top && end <= top + height)) return top;
  return start < top || end - start > height ? start : end - height;
}
