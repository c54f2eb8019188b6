import type { DeliveryStatus, RoomEvent } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { Happening } from '../state/happenings.testing.ts';
import type { PendingSend } from '../state/pending.ts';
import { happen, ME, newWorld } from '../state/room-world.testing.ts';
import { firstAfter, lastSeq, type TimelineInput, timelineRows } from './timeline-items.ts';

const story = (...happenings: Happening[]): readonly RoomEvent[] =>
  happenings.reduce((world, next) => happen(world, next).world, newWorld()).events;

const says: Happening = { kind: 'customerSays', text: 'hello' };
const answer: Happening = { kind: 'iSay', text: 'good day' };
const system: Happening = { kind: 'systemSays', text: '' };

const rowsOf = (events: readonly RoomEvent[], change: Partial<TimelineInput> = {}) =>
  timelineRows({
    events,
    pending: [],
    me: ME,
    newAfterNo: null,
    isPrivate: false,
    notes: 0,
    dayOf: (at) => at.slice(0, 10),
    keys: new Map(),
    ...change,
  });

const at = (event: RoomEvent, createdAt: string): RoomEvent => ({ ...event, createdAt });

describe('rows of the timeline', () => {
  test('bubbles of one side and channel are one group', () => {
    const rows = rowsOf(story(says, says, answer, says));
    expect(rows.map((row) => row.kind === 'message' && [row.opens, row.closes])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  test('our messages over another channel are a group of their own', () => {
    const [a, b, c] = story(answer, answer, answer) as [RoomEvent, RoomEvent, RoomEvent];
    const rows = rowsOf([a, b, { ...c, origin: { ...c.origin, channelId: 'another' } }]);
    expect(rows.map((row) => row.kind === 'message' && [row.opens, row.closes])).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  const lagsOf = (...ways: (readonly [DeliveryStatus, reason?: string])[]) =>
    rowsOf(
      story(...ways.map(() => answer)).map((event, place) => {
        const { id: roomEventId, createdAt: at } = event;
        const [clientStatus = 'SENT', userStatusReason = null] = ways[place] ?? [];
        const status = { reason: null, userStatus: null, userStatusReason, roomEventId, lastMessageTimestamp: at, at, clientStatus };
        return { ...event, eventData: { ...event.eventData, status } };
      }),
    ).map((row) => row.kind === 'message' && row.lags);

  test('a message lags that is not as far as the one after it; one that is farther does not', () => {
    expect(lagsOf(['SEEN'], ['PENDING'], ['DELIVERED'], ['SENT'], ['SENT'])).toEqual([false, true, false, false, false]);
  });

  test('the last before one that failed, or of which nobody knows, says how far it is and when it was sent', () => {
    expect(lagsOf(['SEEN'], ['SEEN'], ['REJECTED'], ['SENT'])).toEqual([false, true, true, false]);
    expect(lagsOf(['SENT'], ['PENDING', 'OUTCOME_UNKNOWN'])).toEqual([true, false]);
  });

  test('a silence and a new day begin a new group; the day is named once', () => {
    const [a, b, c] = story(says, says, says) as [RoomEvent, RoomEvent, RoomEvent];
    const rows = rowsOf([at(a, '2026-11-02T08:00:00Z'), at(b, '2026-11-02T08:20:00Z'), at(c, '2026-11-03T08:21:00Z')]);
    expect(rows.map((row) => row.kind === 'message' && row.opens)).toEqual([true, true, true]);
    expect(rows.map((row) => row.day?.slice(0, 10) ?? null)).toEqual(['2026-11-02', null, '2026-11-03']);
  });

  test('days are told apart to the minute in a zone of half hours, though the day of many messages is asked for once', () => {
    const [a, b, c] = story(says, says, says) as [RoomEvent, RoomEvent, RoomEvent];
    let asked = 0;
    const dayOf = (time: string) => {
      asked += 1;
      return new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().slice(0, 10);
    };
    const rows = rowsOf([at(a, '2026-11-02T18:16:00Z'), at(b, '2026-11-02T18:29:59Z'), at(c, '2026-11-02T18:30:00Z')], { dayOf });
    expect(rows.map((row) => row.day)).toEqual(['2026-11-02T18:16:00Z', null, '2026-11-02T18:30:00Z']);
    expect(asked).toBe(2);
  });

  test('up to two system events stand by themselves, more are folded', () => {
    const few = rowsOf(story(says, system, system, says));
    expect(few.map((row) => row.kind)).toEqual(['message', 'system', 'message']);
    expect(few[1]).toMatchObject({ isFolded: false });
    const many = rowsOf(story(says, system, system, system, says));
    expect(many[1]).toMatchObject({ isFolded: true, events: { length: 3 } });
  });

  test('what was recorded of two conversations is never folded into one line', () => {
    const [said, ...recorded] = story(says, system, system, system, system, system) as [RoomEvent, ...RoomEvent[]];
    const of = ['first', 'second', null, 'second', 'second'];
    const rows = rowsOf([said, ...recorded.map((event, place) => ({ ...event, conversationId: of[place] ?? null }))]);
    expect(rows.map((row) => row.kind === 'system' && [row.events.length, row.isFolded])).toEqual([false, [1, false], [4, true]]);
  });

  test('a run of system events is the same row when it grows at its top, at its bottom, and after what was far from the reader was let go', () => {
    const events = story(says, system, system, system, system, system, system, says);
    const keys = new Map<string, string>();
    const runOf = (from: number, to: number) => rowsOf(events.slice(from, to), { keys }).find(({ kind }) => kind === 'system')?.key;
    const key = runOf(3, 5);
    expect(key).toBe(events[3]?.id);
    expect([runOf(3, 6), runOf(1, 6), runOf(0, 8)]).toEqual([key, key, key]);
    // The event by which it was known is let go; once more of it comes back the row is that which stood there last.
    const now = runOf(5, 8);
    expect(now).toBe(events[5]?.id);
    expect([runOf(4, 8), runOf(0, 8)]).toEqual([now, now]);
  });

  test('a run that falls apart has a key for each part', () => {
    const events = story(system, system, system, system).map((event, hour) => at(event, `2026-11-02T1${hour}:00:00Z`));
    const keys = new Map<string, string>();
    rowsOf(events.slice(2), { keys });
    rowsOf(events, { keys });
    const parted = rowsOf(events, { keys, dayOf: (time) => (time < '2026-11-02T12' ? 'before' : 'after') });
    expect(parted.map((row) => row.key)).toEqual([events[0]?.id, events[2]?.id]);
  });

  test('the line "New" stands above the first message of others that was not seen', () => {
    const rows = rowsOf(story(says, says, system, says), { newAfterNo: 1 });
    expect(rows.map((row) => row.isNewFromHere)).toEqual([false, true, false, false]);
    expect(rowsOf(story(says, answer), { newAfterNo: 1 }).some((row) => row.isNewFromHere)).toBe(false);
    expect(rowsOf(story(says), { newAfterNo: null }).some((row) => row.isNewFromHere)).toBe(false);
  });

  test('the line "New" goes once the reader has answered below it, or resolved', () => {
    const hasLine = (events: readonly RoomEvent[]) => rowsOf(events, { newAfterNo: 1 }).some((row) => row.isNewFromHere);
    expect(hasLine(story(says, says, answer))).toBe(false);
    expect(hasLine(story(says, says, answer, says))).toBe(false);
    const before = story(says, says, system);
    const event = before.at(-1) as RoomEvent;
    const by = (type: 'RESOLVE' | 'ENTER_QUEUE') => [
      ...before.slice(0, -1),
      { ...event, origin: { ...event.origin, id: ME }, eventData: { ...event.eventData, type } },
    ];
    expect(hasLine(by('RESOLVE'))).toBe(false);
    expect(hasLine(by('ENTER_QUEUE'))).toBe(true);
  });

  test('a send and its stored event have the same key', () => {
    const events = story(answer);
    const send: PendingSend = {
      clientMessageId: 'client-message-1',
      roomId: 'room',
      kind: 'Text',
      channelId: 'c',
      text: 'good day',
      file: null,
      createdAt: '2026-11-02T08:00:00Z',
      status: 'sending',
      reason: null,
      params: {},
    };
    expect(rowsOf([], { pending: [send] })[0]?.key).toBe(rowsOf(events)[0]?.key);
  });

  test('what is on its way turns where it goes over another channel than what stands above it, or that is not the reader’s', () => {
    const [mine] = story(answer) as [RoomEvent];
    const send = (channelId: string | null): PendingSend => ({
      clientMessageId: `over ${channelId}`,
      roomId: 'room',
      kind: 'Text',
      channelId,
      text: 'good day',
      file: null,
      createdAt: mine.createdAt,
      status: 'sending',
      reason: null,
      params: {},
    });
    const same = mine.origin.channelId;
    const turns = (events: readonly RoomEvent[], ...over: readonly (string | null)[]) =>
      rowsOf(events, { pending: over.map(send) }).flatMap((row) => (row.kind === 'pending' ? row.turns : []));
    expect(turns([mine], same, same, 'another', 'another', same)).toEqual([false, false, true, false, true]);
    expect(turns(story(says), same)).toEqual([true]);
    expect(turns([{ ...mine, createdAt: '2020-01-01T00:00:00Z' }], same)).toEqual([true]);
    expect(turns([], same)).toEqual([true]);
  });

  test('the delivery word is on the last of our own alone', () => {
    const rows = rowsOf(story(answer, answer, says));
    expect(rows.map((row) => row.kind === 'message' && row.isLastOwn)).toEqual([false, true, false]);
  });

  test('the first row after a place is of others', () => {
    const rows = rowsOf(story(says, system, answer, says, says));
    expect([0, 1, 4, 5].map((afterSeq) => firstAfter(rows, afterSeq, ME))).toEqual([0, 3, 4, -1]);
    expect(lastSeq(rows)).toBe(5);
  });
});

describe('notes beside the talk', () => {
  const note: Happening = { kind: 'iNote', text: 'three are left' };
  const all = (...happenings: Happening[]) => story(...happenings);
  const isPublic = ({ eventData }: RoomEvent) => !eventData.privateMessage;
  const shown = (rows: ReturnType<typeof rowsOf>) =>
    rows.map((row) => (row.kind === 'system' && row.notes !== undefined ? row.notes.join('-') : row.kind));

  test('leave one line where they were written, whatever the system recorded among them, and one at the end', () => {
    const events = all(says, note, note, system, note, answer, note);
    expect(shown(rowsOf(events.filter(isPublic), { notes: 4 }))).toEqual(['message', '0-2', 'system', '2-3', 'message', '3-4']);
  });

  test('part what the system recorded before them from what it recorded after them, by keys that stay when a page comes before', () => {
    const among = all(says, system, system, system, note, system, answer, system, note, system).filter(isPublic);
    const keys = new Map<string, string>();
    const rows = rowsOf(among, { notes: 2, keys });
    expect(shown(rows)).toEqual(['message', 'system', '0-1', 'system', 'message', 'system', '1-2', 'system']);
    expect(rows.map((row) => row.kind === 'system' && row.isFolded)).toEqual([false, true, true, false, false, false, true, false]);
    // From the pages of a reload: what is held begins within the first run.
    const late = new Map<string, string>();
    const held = rowsOf(among.slice(3), { notes: 2, keys: late });
    expect(shown(held)).toEqual(['system', '0-1', 'system', 'message', 'system', '1-2', 'system']);
    const longer = rowsOf(among, { notes: 2, keys: late });
    expect(longer.slice(1).map(({ key }) => key)).toEqual(held.map(({ key }) => key));
    // They are no events of their own tab.
    expect(rowsOf(among, { notes: 2, isPrivate: true }).filter(({ kind }) => kind === 'system')).toHaveLength(2);
  });

  test('leave none in their own tab, none where newer events are not held, and are no events', () => {
    const events = all(says, note, answer, note);
    expect(shown(rowsOf(events.filter(isPublic), { notes: 0 }))).toEqual(['message', '0-1', 'message']);
    expect(
      shown(
        rowsOf(
          events.filter((event) => !isPublic(event)),
          { notes: 2, isPrivate: true },
        ),
      ),
    ).toEqual(['message', 'message']);
    const rows = rowsOf(events.filter(isPublic), { notes: 2 });
    expect(shown(rows)).toEqual(['message', '0-1', 'message', '1-2']);
    expect(lastSeq(rows)).toBe(events.filter(isPublic).at(-1)?.seq);
    // Also where an older page brings the run before them.
    const among = all(says, system, note, system, note, answer).filter(isPublic);
    const keys = new Map<string, string>();
    const linesOf = (some: readonly RoomEvent[]) =>
      rowsOf(some, { keys }).flatMap((row) => (row.kind === 'system' && row.notes !== undefined ? [[row.key, ...row.notes]] : []));
    expect(linesOf(among.slice(2))).toEqual([['note 2', 1, 2]]);
    expect(linesOf(among)).toEqual([
      ['note 1', 0, 1],
      ['note 2', 1, 2],
    ]);
    // More of them are the same line.
    expect(rowsOf(events.filter(isPublic), { notes: 5 }).at(-1)?.key).toBe(rows.at(-1)?.key);
  });
});
