import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFrame, type CommunicationsFrame } from './apply-frame.ts';
import { applyPage, applyReading, type PagePlace } from './apply-reading.ts';
import type { History, Page } from './history.ts';
import { historyOfWorld, newestPage, pageAround, pageBeside, viewOf } from './room-readings.testing.ts';
import type { HistoryName, RoomRecord } from './room-record.ts';
import { type Happening, happen, ME, newWorld, type World } from './room-world.testing.ts';
import type { Reading } from './snapshot.ts';
import { type CommunicationsState, emptyState } from './state.ts';

/** Small pages, so that short stories already cross their edges. */
const PAGE = 4;
const NOW = 1_000;
const ROOM = newWorld().base.id;

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constant('x'.repeat(250)));
const pick = fc.nat(50);
const happenings: { [Kind in Happening['kind']]: fc.Arbitrary<Extract<Happening, { kind: Kind }>> } = {
  customerSays: fc.record({ kind: fc.constant('customerSays' as const), text }),
  iSay: fc.record({ kind: fc.constant('iSay' as const), text }),
  colleagueSays: fc.record({ kind: fc.constant('colleagueSays' as const), text }),
  iNote: fc.record({ kind: fc.constant('iNote' as const), text }),
  colleagueNotes: fc.record({ kind: fc.constant('colleagueNotes' as const), text }),
  systemSays: fc.record({ kind: fc.constant('systemSays' as const), text }),
  mediaArrives: fc.record({ kind: fc.constant('mediaArrives' as const), pick, text }),
  statusMoves: fc.record({
    kind: fc.constant('statusMoves' as const),
    pick,
    clientStatus: fc.constantFrom('SENT' as const, 'DELIVERED' as const, 'SEEN' as const, 'ERROR' as const),
  }),
  conversationStarts: fc.record({ kind: fc.constant('conversationStarts' as const) }),
  episodesPass: fc.record({ kind: fc.constant('episodesPass' as const), times: fc.integer({ min: 1, max: 23 }) }),
  conversationAssigned: fc.record({ kind: fc.constant('conversationAssigned' as const), pick, toMe: fc.boolean() }),
  conversationResolved: fc.record({ kind: fc.constant('conversationResolved' as const), pick }),
  renamed: fc.record({ kind: fc.constant('renamed' as const), text }),
  starred: fc.record({ kind: fc.constant('starred' as const), starred: fc.boolean() }),
  seen: fc.record({ kind: fc.constant('seen' as const), pick }),
};
const happening = fc.oneof(...(Object.values(happenings) as fc.Arbitrary<Happening>[]));

const play = (world: World, story: readonly Happening[]): World => story.reduce((so, next) => happen(so, next).world, world);

const readingOf = (world: World, membershipFrames: number): Reading => ({
  view: viewOf(world),
  public: newestPage(world, false, PAGE),
  private: newestPage(world, true, PAGE),
  membershipFrames,
});

const readInto = (state: CommunicationsState, world: World): CommunicationsState =>
  applyReading(state, ROOM, readingOf(world, state.rooms.get(ROOM)?.membershipFrames ?? 0), NOW);

function recordOf(state: CommunicationsState): RoomRecord {
  const record = state.rooms.get(ROOM);
  if (record === undefined) throw new Error('the room is not held');
  return record;
}

/** A history that reaches the newest end is exactly the end of what the server has. */
function expectEndOf(history: History, world: World, isPrivate: boolean): void {
  const all = historyOfWorld(world, isPrivate);
  expect(history.newer).toBe(false);
  expect(history.events).toEqual(history.events.length === 0 ? [] : all.slice(-history.events.length));
  if (!history.older) expect(history.events).toEqual(all);
}

/** The claim of this file: what was held plus what was heard equals what a fresh reading says. */
function expectFresh(state: CommunicationsState, world: World): void {
  const record = recordOf(state);
  const fresh = recordOf(readInto(emptyState(ME), world));
  expect(record.room).toEqual(fresh.room);
  expect(record.membership).toEqual(fresh.membership);
  expect(record.gap).toBeNull();
  expect(record.early).toEqual([]);
  expectEndOf(record.public, world, false);
  expectEndOf(record.private, world, true);
  expect(record.public.events.slice(-PAGE)).toEqual(fresh.public.events);
  expect(record.private.events.slice(-PAGE)).toEqual(fresh.private.events);
}

describe.each(Object.entries(happenings) as [string, fc.Arbitrary<Happening>][])(
  'old snapshot + frames = fresh snapshot: %s',
  (_kind, one) => {
    test('in order, each frame twice', () => {
      fc.assert(
        fc.property(fc.array(happening, { maxLength: 25, size: 'max' }), fc.array(one, { minLength: 1, maxLength: 3 }), (before, story) => {
          let world = play(newWorld(), before);
          let state = readInto(emptyState(ME), world);
          for (const next of story) {
            const step = happen(world, next);
            world = step.world;
            for (const frame of step.frames) state = applyFrame(applyFrame(state, frame, NOW), frame, NOW);
          }
          expectFresh(state, world);
        }),
        { numRuns: 60 },
      );
    });
  },
);

type Fate = 'heard' | 'twice' | 'late' | 'lost';
type Move = { what: 'happens'; happening: Happening; fate: Fate } | { what: 'hear' | 'askRoom' | 'askEvents' | 'answer' };

const fate: fc.Arbitrary<Fate> = fc.constantFrom('heard', 'twice', 'late', 'lost');
const move = (fates: fc.Arbitrary<Fate>): fc.Arbitrary<Move> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ what: fc.constant('happens' as const), happening, fate: fates }) },
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constantFrom('hear' as const, 'askRoom' as const, 'askEvents' as const, 'answer' as const) }),
    },
  );

/** The wire between the world and this client: frames under way, and readings asked for and not yet answered. */
interface Wire {
  world: World;
  state: CommunicationsState;
  underWay: CommunicationsFrame[];
  late: CommunicationsFrame[];
  asked: { reading: Reading; complete: boolean }[];
}

function deliver(wire: Wire, frames: readonly CommunicationsFrame[]): void {
  for (const frame of frames) wire.state = applyFrame(wire.state, frame, NOW);
}

function send(wire: Wire, frames: readonly CommunicationsFrame[], fate: Fate): void {
  for (const frame of frames) {
    // Membership frames carry no number; the socket keeps their order, and a lost connection reads all rooms again.
    if (frame.type === 'RoomMembership' || fate === 'heard') wire.underWay.push(frame);
    else if (fate === 'twice') wire.underWay.push(frame, frame);
    else if (fate === 'late') wire.late.push(frame);
  }
}

const moves: { [What in Exclude<Move['what'], 'happens'>]: (wire: Wire) => void } = {
  hear: (wire) => {
    deliver(wire, wire.underWay.splice(0));
    deliver(wire, wire.late.splice(0).reverse());
  },
  askRoom: (wire) => {
    const held = wire.state.rooms.get(ROOM)?.membershipFrames ?? 0;
    wire.asked.push({ reading: { view: viewOf(wire.world), membershipFrames: held }, complete: false });
  },
  askEvents: (wire) => {
    const open = wire.asked.find(({ complete }) => !complete);
    if (open === undefined) return;
    open.reading = { ...open.reading, public: newestPage(wire.world, false, PAGE), private: newestPage(wire.world, true, PAGE) };
    open.complete = true;
  },
  answer: (wire) => {
    const place = wire.asked.findIndex(({ complete }) => complete);
    const [answered] = place < 0 ? [] : wire.asked.splice(place, 1);
    if (answered !== undefined) wire.state = applyReading(wire.state, ROOM, answered.reading, NOW);
  },
};

function makeMove(wire: Wire, next: Move): void {
  if (next.what !== 'happens') {
    moves[next.what](wire);
    return;
  }
  const step = happen(wire.world, next.happening);
  wire.world = step.world;
  send(wire, step.frames, next.fate);
}

function runWire(before: readonly Happening[], story: readonly Move[], first: 'read' | 'unread'): Wire {
  const world = play(newWorld(), before);
  const state = first === 'read' ? readInto(emptyState(ME), world) : emptyState(ME);
  const wire: Wire = { world, state, underWay: [], late: [], asked: [] };
  for (const next of story) makeMove(wire, next);
  moves.hear(wire);
  for (const open of wire.asked) if (!open.complete) moves.askEvents(wire);
  while (wire.asked.length > 0) moves.answer(wire);
  return wire;
}

describe('over a wire that repeats, delays and loses', () => {
  const stories = (fates: fc.Arbitrary<Fate>) =>
    [fc.array(happening, { maxLength: 12, size: 'max' }), fc.array(move(fates), { maxLength: 40, size: 'max' })] as const;

  test('without loss nothing has to be read again, however late frames and readings come', () => {
    fc.assert(
      fc.property(...stories(fc.constantFrom('heard', 'twice', 'late')), (before, story) => {
        const { state, world } = runWire(before, story, 'read');
        expectFresh(state, world);
      }),
      { numRuns: 400 },
    );
  });

  test('with loss either the hole is known or the change is behind, and one reading heals it', () => {
    fc.assert(
      fc.property(...stories(fate), (before, story) => {
        const { state, world } = runWire(before, story, 'read');
        const record = recordOf(state);
        const isBehind = record.gap !== null || record.room.change !== world.change;
        const healed = isBehind ? readInto(state, world) : state;
        expectFresh(healed, world);
      }),
      { numRuns: 400 },
    );
  });

  test('a room heard of before it was read keeps its frames until then', () => {
    fc.assert(
      fc.property(...stories(fc.constantFrom('heard', 'twice', 'late')), (before, story) => {
        const { state, world } = runWire(before, [{ what: 'askRoom' }, ...story], 'unread');
        const read = state.rooms.has(ROOM) && recordOf(state).gap === null ? state : readInto(state, world);
        expectFresh(read, world);
      }),
      { numRuns: 300 },
    );
  });
});

describe('pages of the history', () => {
  interface Asked {
    readonly name: HistoryName;
    readonly place: PagePlace;
    readonly page: Page;
    readonly epoch: number;
  }
  type PageMove =
    | { what: 'happens'; happening: Happening }
    | { what: 'older' | 'newer' | 'around' | 'newest'; isPrivate: boolean; pick: number }
    | { what: 'answer' };
  const pageMove: fc.Arbitrary<PageMove> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('happens' as const), happening }) },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constantFrom('older' as const, 'newer' as const, 'around' as const, 'newest' as const),
        isPrivate: fc.boolean(),
        pick,
      }),
    },
    { weight: 4, arbitrary: fc.record({ what: fc.constant('answer' as const) }) },
  );

  function ask(world: World, record: RoomRecord, move: Extract<PageMove, { isPrivate: boolean }>): Asked | null {
    const name = move.isPrivate ? 'private' : 'public';
    const epoch = record.room.epoch;
    const { events } = record[name];
    const all = historyOfWorld(world, move.isPrivate);
    if (move.what === 'newest') return { name, epoch, place: { at: 'newest' }, page: newestPage(world, move.isPrivate, PAGE) };
    const anchor = move.what === 'around' ? all[move.pick % Math.max(1, all.length)] : move.what === 'older' ? events[0] : events.at(-1);
    if (anchor === undefined) return null;
    const place = { at: move.what, eventId: anchor.id };
    const page =
      move.what === 'around'
        ? pageAround(world, move.isPrivate, anchor.id, 2)
        : pageBeside(world, move.isPrivate, move.what, anchor.id, PAGE);
    return { name, epoch, place, page };
  }

  /** What is held is one unbroken stretch of the server's history, each event once, in its latest version. */
  function expectStretch(history: History, world: World, isPrivate: boolean): void {
    const all = historyOfWorld(world, isPrivate);
    const from = all.findIndex((event) => event.id === history.events[0]?.id);
    if (history.events.length > 0) expect(history.events).toEqual(all.slice(from, from + history.events.length));
    if (!history.newer) expect(history.events.at(-1)).toEqual(all.at(-1));
    if (!history.older) expect(history.events[0]).toEqual(all[0]);
  }

  test('in any order and overlap, with frames between question and answer, leave one unbroken stretch', () => {
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 40, size: 'max' }),
        fc.array(pageMove, { maxLength: 60, size: 'max' }),
        (before, story) => {
          let world = play(newWorld(), before);
          let state = readInto(emptyState(ME), world);
          const asked: Asked[] = [];
          const answer = () => {
            const next = asked.shift();
            if (next !== undefined) state = applyPage(state, ROOM, next, next.page, NOW);
          };
          for (const next of story) {
            if (next.what === 'happens') {
              const step = happen(world, next.happening);
              world = step.world;
              for (const frame of step.frames) state = applyFrame(state, frame, NOW);
            } else if (next.what === 'answer') answer();
            else {
              const question = ask(world, recordOf(state), next);
              if (question !== null) asked.push(question);
            }
            const record = recordOf(state);
            expectStretch(record.public, world, false);
            expectStretch(record.private, world, true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
