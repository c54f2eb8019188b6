import type { RoomEvent } from '@parley/contract';
import type { PendingSend } from '../state/pending.ts';
import { isFailed, isOutcomeUnknown } from './failed.ts';

/** A group of bubbles breaks after a silence of this length. */
const SILENCE_MS = 5 * 60_000;
/** More system events in a row than this are folded into one line. */
const UNFOLDED = 2;

interface Row {
  readonly key: string;
  /** The day to be named above it, as the time of its first event; null within a day. */
  readonly day: string | null;
  /** The line "New" stands above it. */
  readonly isNewFromHere: boolean;
}

/** One message, note or call. `opens` and `closes` its group of bubbles. */
export interface MessageRow extends Row {
  readonly kind: 'message';
  readonly event: RoomEvent;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Not as far on its way as the message after it: it was sent again, or put off. Or the one after it is not on its way at all. */
  readonly lags: boolean;
  /** The last of our own: its delivery has a word beside the sign. */
  readonly isLastOwn: boolean;
}

/** What the system recorded, in a row; `isFolded` when there are many. */
export interface SystemRow extends Row {
  readonly kind: 'system';
  readonly events: readonly RoomEvent[];
  readonly isFolded: boolean;
  /** Instead of events: notes stand in their tab between these numbers, the second of them among them. */
  readonly notes?: readonly [after: number, upTo: number];
}

/** Sent and not confirmed, always below what is stored. */
export interface PendingRow extends Row {
  readonly kind: 'pending';
  readonly send: PendingSend;
  readonly opens: boolean;
  /** What stands above it is not the reader's own over the same channel, said just before. */
  readonly turns: boolean;
}

export type TimelineRow = MessageRow | SystemRow | PendingRow;

export interface TimelineInput {
  readonly events: readonly RoomEvent[];
  readonly pending: readonly PendingSend[];
  readonly me: string;
  /** Countable events above this number of the tab were not seen when it was opened; null: no line. */
  readonly newAfterNo: number | null;
  readonly isPrivate: boolean;
  /** So many notes there are in the room; 0 where what is held ends before the newest end. */
  readonly notes: number;
  /** The day of a time, in the reader's zone. */
  readonly dayOf: (at: string) => string;
  /** By which key the row of each system event, and of each note, was known last; is written to. Of one tab of a room. */
  readonly keys: Map<string, string>;
}

const isSystem = (event: RoomEvent): boolean => event.eventType === 'SYSTEM';

/** The customer's words stand left, everybody else's right. */
export const isIncoming = (event: RoomEvent): boolean => event.origin.type === 'CUSTOMER';

/** The stored events of a row. */
export const eventsOf = (row: TimelineRow): readonly RoomEvent[] =>
  row.kind === 'message' ? [row.event] : row.kind === 'system' ? row.events : [];

/** The same key before and after the stored event takes the pending one's place, so that the row stays where it is. */
export const keyOf = (event: RoomEvent, me: string): string =>
  event.clientMessageId !== null && event.origin.id === me ? event.clientMessageId : event.id;

/** Every time zone divides by it: what lies in the same quarter of an hour lies in the same day. */
const QUARTER_MS = 15 * 60_000;

/** Tells the day of many times, of which most are near each other. */
function daysBy(dayOf: TimelineInput['dayOf']): TimelineInput['dayOf'] {
  const days = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(Date.parse(at) / QUARTER_MS);
    const known = days.get(quarter);
    if (known !== undefined) return known;
    const day = dayOf(at);
    days.set(quarter, day);
    return day;
  };
}

function continues(a: RoomEvent, b: RoomEvent): boolean {
  return (
    !isSystem(a) &&
    !isSystem(b) &&
    a.origin.type === b.origin.type &&
    a.origin.id === b.origin.id &&
    a.origin.channelId === b.origin.channelId &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < SILENCE_MS
  );
}

/** How far a message is on its way to the customer; what failed, and what goes nowhere, is on none. */
const wayOf = ({ eventData: { status } }: RoomEvent): number => 'SAVED PENDING SENT DELIVERED SEEN'.indexOf(`${status?.clientStatus}`);

/** The rows of a tab, oldest first: days, groups, folded system events, the line "New", and what is on its way. */
export function timelineRows(input: TimelineInput): readonly TimelineRow[] {
  const { events, me, newAfterNo, isPrivate } = input;
  const dayOf = daysBy(input.dayOf);
  const numberOf = (event: RoomEvent) => (isPrivate ? event.privateNo : event.publicNo);
  const isNew = (event: RoomEvent) => newAfterNo !== null && !isSystem(event) && event.origin.id !== me && numberOf(event) > newAfterNo;
  const newAt = events.findIndex(isNew);
  // Whoever has answered below it, or resolved, has dealt with what was new.
  const isDealtWith = (event: RoomEvent, at: number) =>
    at > newAt && event.origin.id === me && (!isSystem(event) || event.eventData.type === 'RESOLVE');
  const firstNew = events.some(isDealtWith) ? undefined : events[newAt];
  const lastOwn = events.findLast((event) => !isSystem(event) && !isIncoming(event));
  const startsDay = (event: RoomEvent, before: RoomEvent | undefined) =>
    before === undefined || dayOf(before.createdAt) !== dayOf(event.createdAt);
  // What is one row goes on as that row where it becomes longer at either end, so that its reader stays where they are.
  const keyOfRun = (ids: readonly string[]): string => {
    const was = input.keys.get(ids.findLast((id) => input.keys.has(id)) ?? '');
    const key = ids.find((id) => id === was) ?? ids[0] ?? '';
    for (const id of ids) input.keys.set(id, key);
    return key;
  };
  const breaks = (a: RoomEvent, b: RoomEvent) => startsDay(b, a) || b === firstNew || !continues(a, b);

  const rows: TimelineRow[] = [];
  let told = events[0]?.privateNo ?? 0;
  const tellNotes = (upTo: number) => {
    if (isPrivate || upTo <= told) return;
    const key = keyOfRun(Array.from({ length: upTo - told }, (_, place) => `note ${told + 1 + place}`));
    rows.push({ kind: 'system', key, day: null, isNewFromHere: false, events: [], isFolded: true, notes: [told, upTo] });
    told = upTo;
  };
  for (let i = 0; i < events.length; i += 1) {
    const event = events[i] as RoomEvent;
    const before = events[i - 1];
    const day = startsDay(event, before) ? event.createdAt : null;
    tellNotes(event.privateNo);
    if (isSystem(event)) {
      // A note that was written among them has its line where it was written.
      const isNoted = (a: RoomEvent, b: RoomEvent) => !isPrivate && b.privateNo > a.privateNo;
      const run = systemRun(events, i, (a, b) => startsDay(b, a) || isOfOther(a, b) || isNoted(a, b));
      const key = keyOfRun(run.map(({ id }) => id));
      rows.push({ kind: 'system', key, day, isNewFromHere: false, events: run, isFolded: run.length > UNFOLDED });
      i += run.length - 1;
      continue;
    }
    const after = events[i + 1];
    rows.push({
      kind: 'message',
      key: keyOf(event, me),
      day,
      isNewFromHere: event === firstNew,
      event,
      opens: before === undefined || breaks(before, event),
      closes: after === undefined || breaks(event, after),
      lags: after !== undefined && (wayOf(event) < wayOf(after) || isFailed(after) || isOutcomeUnknown(after)),
      isLastOwn: event === lastOwn,
    });
  }
  tellNotes(input.notes);
  return [...rows, ...pendingRows(input)];
}

/** Of another conversation: several may be under way in a room, and what was done with one is not told with what was done with the other. */
const isOfOther = (a: RoomEvent, b: RoomEvent): boolean =>
  (a.conversationId ?? b.conversationId) !== (b.conversationId ?? a.conversationId);

function systemRun(events: readonly RoomEvent[], from: number, parts: (a: RoomEvent, b: RoomEvent) => boolean): readonly RoomEvent[] {
  let to = from + 1;
  while (to < events.length) {
    const [a, b] = [events[to - 1] as RoomEvent, events[to] as RoomEvent];
    if (!isSystem(b) || parts(a, b)) break;
    to += 1;
  }
  return events.slice(from, to);
}

function pendingRows({ events, pending, me, dayOf }: TimelineInput): readonly PendingRow[] {
  const last = events.at(-1);
  return pending.map((send, i) => {
    const sent = pending[i - 1];
    const before = (sent ?? last)?.createdAt;
    const origin = sent ?? (last !== undefined && !isSystem(last) && last.origin.id === me ? last.origin : undefined);
    const turns =
      before === undefined || origin?.channelId !== send.channelId || Date.parse(send.createdAt) - Date.parse(before) >= SILENCE_MS;
    const startsDay = before === undefined || dayOf(before) !== dayOf(send.createdAt);
    return {
      kind: 'pending',
      key: send.clientMessageId,
      day: startsDay ? send.createdAt : null,
      isNewFromHere: false,
      send,
      opens: i === 0 || turns,
      turns,
    };
  });
}

/** The first row of others that came after the place `afterSeq`; -1 when there is none. */
export const firstAfter = (rows: readonly TimelineRow[], afterSeq: number, me: string): number =>
  rows.findIndex((row) => row.kind === 'message' && row.event.origin.id !== me && row.event.seq > afterSeq);

/** The place of the newest stored event in these rows; 0 when there is none. */
export function lastSeq(rows: readonly TimelineRow[]): number {
  const row = rows.findLast((one) => eventsOf(one).length > 0);
  return row === undefined ? 0 : (eventsOf(row).at(-1)?.seq ?? 0);
}
