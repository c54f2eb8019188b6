import type { NotesBetween, RoomEvent } from '@parley/contract';
import type { RoomRecord } from './room-record.ts';

/** A note by its own event. */
export const noteAlone = ({ privateNo, origin: { name }, createdAt }: RoomEvent): NotesBetween => ({
  after: privateNo - 1,
  upTo: privateNo,
  names: name === null ? [] : [name],
  lastAt: createdAt,
});

/**
 * A room with what was told of its notes, by a page of its public events or by a note's own frame. Of two facts that end with the same note that stays
 * which begins earlier: none becomes another with time.
 */
export function withNoted(record: RoomRecord, told: readonly NotesBetween[] = []): RoomRecord {
  const news = told.filter(({ after, upTo }) => !((record.noted.get(upTo)?.after ?? upTo) <= after));
  return news.length === 0 ? record : { ...record, noted: new Map([...record.noted, ...news.map((one) => [one.upTo, one] as const)]) };
}

/** Who wrote the notes above one number up to another, each once, and when the last was written; null where it is not known of all of them. */
export function notesBetween(noted: RoomRecord['noted'], after: number, upTo: number): Pick<NotesBetween, 'names' | 'lastAt'> | null {
  const told: NotesBetween[] = [];
  for (let no = upTo; no > after; no = told[0]?.after ?? after) {
    const one = noted.get(no);
    if (one === undefined) return null;
    told.unshift(one);
  }
  const last = told.at(-1);
  return last === undefined ? null : { names: [...new Set(told.flatMap(({ names }) => names))], lastAt: last.lastAt };
}
