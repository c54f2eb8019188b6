import type { VisitorEvent } from '@parley/contract/frames/visitor';

type Status = VisitorEvent['status'];

/** Delivery moves forward only (domain, invariant 6): a failure gives way to a delivery, never the other way about. */
const order: Readonly<Record<Status, number>> = { SENT: 0, ERROR: 1, DELIVERED: 2, SEEN: 3 };

export const laterStatus = (one: Status, other: Status): Status => (order[other] > order[one] ? other : one);

/** Both lists as one, ascending by `channelSeq`, each event once with the later of its two statuses. */
export function merge(one: readonly VisitorEvent[], other: readonly VisitorEvent[]): readonly VisitorEvent[] {
  const bySeq = new Map(one.map((event) => [event.channelSeq, event]));
  for (const event of other) {
    const held = bySeq.get(event.channelSeq);
    const older = held && laterStatus(event.status, held.status) !== event.status;
    bySeq.set(event.channelSeq, older ? { ...event, status: held.status } : event);
  }
  return [...bySeq.values()].sort((a, b) => a.channelSeq - b.channelSeq);
}

/** Whether something between the first and the last event held is missing: a channel's numbers have no gap. */
export function hasHole(events: readonly VisitorEvent[]): boolean {
  const [first] = events;
  const last = events.at(-1);
  return first !== undefined && last !== undefined && last.channelSeq - first.channelSeq + 1 !== events.length;
}

/** How many messages of ours the visitor has not seen. */
export const unreadCount = (events: readonly VisitorEvent[]): number =>
  events.filter(({ from, status }) => from !== 'VISITOR' && status !== 'SEEN').length;
