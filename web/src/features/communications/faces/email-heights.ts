/** How an e-mail stood when it was last on the screen. */
interface Stood {
  /** How high its page was, by the width of its place. */
  readonly heights: Map<number, number>;
  /** The height that was measured last, at whichever width. */
  last: number;
  /** How many of its pictures lay elsewhere. */
  readonly remotePictures: number;
}

/** More than anybody goes through again. */
const KEPT = 500;
const kept = new Map<string, Stood>();

const nameOf = (eventId: string, pictures: boolean): string => `${eventId} ${pictures}`;

/**
 * How high the page of an e-mail was when it was last measured in this window, so that it stands still where it is opened once more.
 *
 * @param pictures whether pictures from elsewhere were in it
 * @param width of its place, in px; without one, or where it was never measured at this one, whichever was measured last
 * @returns its height in px and how many of its pictures lie elsewhere; null where it was never measured
 */
export function stoodBefore(eventId: string, pictures: boolean, width?: number): { height: number; remotePictures: number } | null {
  const stood = kept.get(nameOf(eventId, pictures));
  if (stood === undefined) return null;
  const { heights, last, remotePictures } = stood;
  return { height: (width === undefined ? undefined : heights.get(width)) ?? last, remotePictures };
}

/** Remembers what was measured, as long as the window is open; of many e-mails those that were measured last. */
export function rememberHeight(
  eventId: string,
  pictures: boolean,
  width: number,
  { height, remotePictures }: { height: number; remotePictures: number },
): void {
  const name = nameOf(eventId, pictures);
  const heights = kept.get(name)?.heights ?? new Map<number, number>();
  heights.set(width, height);
  kept.delete(name);
  kept.set(name, { heights, last: height, remotePictures });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
}
