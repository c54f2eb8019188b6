import { ApiProblem } from '../../../api/api-problem.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { text } from '../../../text.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { dayTime } from '../snooze/day-time.ts';
import { layAside, putBack } from '../snooze/snoozing.ts';
import { type Left, linesOf } from './left.ts';
import { during, makeOffer, report } from './offer.ts';
import type { InRoom } from './resolve-later.ts';

/** Longer than a toast: it has to be read, and to be reached by keyboard. */
const UNDO_MS = 10_000;

/** Refused for its time, which is the same for all of them. */
const isOfTime = (problem: unknown): boolean => problem instanceof ApiProblem && problem.key.startsWith('SNOOZE_');

/** Does it to one after the other. Throws what `isOfAll` says of the first. @returns to which it was done, and to which not */
async function toEach(
  rooms: readonly InRoom[],
  work: (one: InRoom) => Promise<void>,
  isOfAll: (problem: unknown) => boolean,
): Promise<{ done: InRoom[]; left: Left[] }> {
  const done: InRoom[] = [];
  const left: Left[] = [];
  for (const one of rooms) {
    try {
      await work(one);
      done.push(one);
    } catch (problem) {
      if (done.length === 0 && isOfAll(problem)) throw problem;
      left.push({ name: one.name, problem });
    }
  }
  return { done, left };
}

/**
 * Lays conversations aside until then or, by null, until the customer writes, and offers to put each back to where it was. Throws when the time
 * itself is refused; what else could not be done is said.
 *
 * @param leftOut how many of the selected rooms have none of them
 * @returns those that are laid aside
 */
export async function snoozeSeveral(rooms: readonly InRoom[], leftOut: number, until: Date | null): Promise<readonly InRoom[]> {
  const at = until?.toISOString() ?? null;
  const working = toEach(rooms, (one) => layAside(one, at), isOfTime);
  const { done, left } = await during({ key: 'BULK_SNOOZING', params: { count: rooms.length } }, working);
  if (left.length > 0) report({ title: { key: 'BULK_NOT_SNOOZED', params: { count: left.length } }, lines: linesOf(left) });
  if (done.length === 0) return done;
  const count = done.length;
  makeOffer({
    says: [
      until === null
        ? { key: 'BULK_SNOOZED_OPEN', params: { count } }
        : { key: 'BULK_SNOOZED_UNTIL', params: { count, time: dayTime(until, serverNow(), text) } },
      ...(leftOut === 0 ? [] : [{ key: 'BULK_LEFT_OUT', params: { count: leftOut } } as const]),
    ],
    lasts: UNDO_MS,
    undo: () => during({ key: 'BULK_TAKING_BACK', params: { count } }, putAllBack(done)),
    lapse: async () => undefined,
  });
  return done;
}

async function putAllBack(rooms: readonly InRoom[]): Promise<void> {
  const { done, left } = await toEach(rooms, putBack, () => false);
  if (done.length > 0) toastSuccess('BULK_TAKEN_BACK', { count: done.length });
  if (left.length > 0) report({ title: { key: 'BULK_NOT_TAKEN_BACK', params: { count: left.length } }, lines: linesOf(left) });
}
