/** Where what waits in a queue goes on, after how long, unless it is closed: then at once. */
export interface Overflow {
  from: string;
  into: string;
  minutes: number;
}

/** One step that something may take from a queue, the one of the smallest rank first of those that lead where it has not been. */
export interface WayOn {
  from: string;
  into: string;
  rank: number;
  minutes: number;
  isClosed: boolean;
  /** Since when it has been open, milliseconds since 1970: nobody waits for what is closed. Null: it always is, or is closed. */
  openedAt: number | null;
}

/**
 * The ways on from each queue: along its overflow and those of the queues behind it, to those that are open. A closed one is passed
 * over, for nobody would be given anything there either. Pure.
 * @param openedAt since when those queues have been open that keep to a timeslot; null: closed at this moment
 */
export function waysOn(overflows: readonly Overflow[], openedAt: ReadonlyMap<string, number | null>): WayOn[] {
  const isClosed = (queueId: string) => openedAt.get(queueId) === null;
  const next = new Map(overflows.map((one) => [one.from, one.into]));
  return overflows.flatMap(({ from, minutes }) => {
    const ways: WayOn[] = [];
    const seen = new Set([from]);
    for (let into = next.get(from); into !== undefined && !seen.has(into); into = next.get(into)) {
      seen.add(into);
      if (isClosed(into)) continue;
      ways.push({ from, into, rank: ways.length, minutes, isClosed: isClosed(from), openedAt: openedAt.get(from) ?? null });
    }
    return ways;
  });
}
