import type { EventFile } from '@parley/contract/entities/file';
import type { VisitorEvent } from '@parley/contract/frames/visitor';
import type { ChatState, Outgoing } from '../state/chat-state.ts';

/** What stands in the log, from the top. */
export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'writer'; key: string; name: string; at: string }
  | { kind: 'theirs'; key: string; text: string; file: EventFile | null; channelSeq: number; first: boolean }
  | { kind: 'mine'; key: string; text: string; file: EventFile | null; first: boolean; status: VisitorEvent['status'] | null; at: string }
  | { kind: 'unsent'; key: string; first: boolean; message: Outgoing };

/** Longer than this between two messages of one writer, and the time is worth saying again. */
const PAUSE = 5 * 60_000;

/**
 * The log's rows: messages of one side that follow each other are a group, which says its writer once and, when it is the
 * visitor's own, its delivery once, at its end.
 * @param dayOf the calendar day of a moment, where the visitor is
 */
export function rowsOf({ events, outbox }: Pick<ChatState, 'events' | 'outbox'>, dayOf: (instant: string) => string): Row[] {
  const rows: Row[] = [];
  let before: VisitorEvent | null = null;
  for (const [at, event] of events.entries()) {
    const newDay = before === null || dayOf(before.createdAt) !== dayOf(event.createdAt);
    if (newDay) rows.push({ kind: 'day', key: `day ${event.id}`, at: event.createdAt });
    const first = newDay || before === null || !sameGroup(before, event);
    const mine = event.from === 'VISITOR';
    if (mine) {
      const next = events[at + 1];
      const last = next === undefined ? outbox.length === 0 : next.from !== 'VISITOR' || next.status !== event.status;
      rows.push({
        kind: 'mine',
        // The same key before and after the server took it, so that the bubble stays where it is.
        key: event.clientMessageId ?? event.id,
        text: event.text,
        file: event.file,
        first,
        status: last || event.status === 'ERROR' ? event.status : null,
        at: event.createdAt,
      });
    } else {
      if (first && event.name) rows.push({ kind: 'writer', key: `writer ${event.id}`, name: event.name, at: event.createdAt });
      rows.push({ kind: 'theirs', key: event.id, text: event.text, file: event.file, channelSeq: event.channelSeq, first });
    }
    before = event;
  }
  for (const [at, message] of outbox.entries())
    rows.push({ kind: 'unsent', key: message.clientMessageId, first: at === 0 && before?.from !== 'VISITOR', message });
  return rows;
}

const sameGroup = (one: VisitorEvent, other: VisitorEvent): boolean =>
  one.from === other.from && one.name === other.name && Date.parse(other.createdAt) - Date.parse(one.createdAt) < PAUSE;
