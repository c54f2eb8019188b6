import { DaySpans, type WallSpan } from '@parley/contract';
import type { TextKey } from '../../../text.ts';

const byMessage: Readonly<Record<string, TextKey>> = {
  SPAN_EMPTY: 'TIMESLOTS_SPAN_EMPTY',
  SPANS_OVERLAP: 'TIMESLOTS_SPANS_OVERLAP',
};

export interface SpansFault {
  key: TextKey;
  /** The span at fault; null: all of them together. */
  at: number | null;
}

/** What is wrong with the spans of a day, and with which of them; null when they fit. */
export function spansFault(spans: readonly WallSpan[]): SpansFault | null {
  const issue = DaySpans.safeParse(spans).error?.issues[0];
  if (issue === undefined) return null;
  const [at] = issue.path;
  return { key: byMessage[issue.message] ?? 'TIMESLOTS_TIMES_MISSING', at: typeof at === 'number' ? at : null };
}

const HOUR = 60;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3));
const written = (minutes: number) => `${String(Math.floor(minutes / HOUR)).padStart(2, '0')}:${String(minutes % HOUR).padStart(2, '0')}`;

/** What is offered as the next span of a day: an hour after the last one, for four; the usual day where there is none. */
export function nextSpan(spans: readonly WallSpan[]): WallSpan {
  const last = spans.at(-1);
  if (last === undefined) return { from: '09:00', to: '18:00' };
  const from = minutesOf(last.to) + HOUR;
  if (last.to <= last.from || !(from < 24 * HOUR)) return { from: '', to: '' };
  return { from: written(from), to: written(Math.min(from + 4 * HOUR, 24 * HOUR) % (24 * HOUR)) };
}
