import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import { applyPage, type PagePlace } from './apply-reading.ts';
import { dropEvents } from './drop-events.ts';
import type { Happening, World } from './happenings.testing.ts';
import { type History, type Page, withoutFar } from './history.ts';
import { historyOfWorld, newestPage, pageAround, pageBeside } from './room-readings.testing.ts';
import type { HistoryName, RoomRecord } from './room-record.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import { type CommunicationsState, emptyState, withRecord } from './state.ts';
import { expectFresh, expectNoted, happening, happenings, NOW, PAGE, pick, play, ROOM, readInto, recordOf } from './stories.testing.ts';
import { type Fate, fate, move, runWire } from './wire.testing.ts';

// Many stories, told on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

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
    | { what: 'answer' | 'lose' | 'far'; pick: number }
    | { what: 'drop' };
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
    { weight: 4, arbitrary: fc.record({ what: fc.constant('answer' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('lose' as const, 'far' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('drop' as const) }) },
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

  /** The reader stands somewhere in what is held, and what is far from there is let go. */
  function letGo(state: CommunicationsState, pick: number): CommunicationsState {
    const record = recordOf(state);
    const far = (history: History) => {
      const at = history.events[pick % Math.max(1, history.events.length)]?.seq ?? 0;
      return withoutFar(history, { from: at, to: at }, { limit: 8, beside: 3 });
    };
    return withRecord(state, ROOM, { ...record, public: far(record.public), private: far(record.private) });
  }

  test('in any order and overlap, late or lost, with frames between question and answer, leave one unbroken stretch', () => {
    const met = { apart: 0, together: 0 };
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 40, size: 'max' }),
        fc.array(pageMove, { maxLength: 60, size: 'max' }),
        (before, story) => {
          let world = play(newWorld(), before);
          let state = readInto(emptyState(ME), world);
          const asked: Asked[] = [];
          const take = (place: number) => (asked.length === 0 ? undefined : asked.splice(place % asked.length, 1)[0]);
          for (const next of story) {
            const wasApart = recordOf(state).public.newer;
            if (next.what === 'happens') {
              const step = happen(world, next.happening);
              world = step.world;
              for (const frame of step.frames) state = applyFrame(state, frame, NOW);
            } else if (next.what === 'answer') {
              const answered = take(next.pick);
              if (answered !== undefined) state = applyPage(state, ROOM, answered, answered.page, NOW);
            } else if (next.what === 'lose') take(next.pick);
            else if (next.what === 'far') state = letGo(state, next.pick);
            else if (next.what === 'drop') state = dropEvents(state, null, NOW);
            else if ('isPrivate' in next) {
              const question = ask(world, recordOf(state), next);
              if (question !== null) asked.push(question);
            }
            const record = recordOf(state);
            expectStretch(record.public, world, false);
            expectStretch(record.private, world, true);
            expectNoted(record, world);
            if (record.public.newer && !wasApart) met.apart += 1;
            if (!record.public.newer && wasApart) met.together += 1;
          }
        },
      ),
      { numRuns: 600 },
    );
    // The stories went where it matters: away from the newest end, and back to it.
    expect(Math.min(met.apart, met.together)).toBeGreaterThan(100);
  });

  test('whoever pages on from an event long ago meets the newest end, with what arrived there meanwhile', () => {
    fc.assert(
      fc.property(
        fc.array(happening, { minLength: 30, maxLength: 60, size: 'max' }),
        fc.array(happening, { maxLength: 30, size: 'max' }),
        (before, meanwhile) => {
          let world = play(newWorld(), before);
          let state = readInto(emptyState(ME), world);
          const [first] = historyOfWorld(world, false);
          fc.pre(first !== undefined);
          const page = pageAround(world, false, first.id, 1);
          const around = { name: 'public', place: { at: 'around', eventId: first.id }, epoch: recordOf(state).room.epoch } as const;
          state = applyPage(state, ROOM, around, page, NOW);
          for (const next of meanwhile) {
            const step = happen(world, next);
            world = step.world;
            for (const frame of step.frames) state = applyFrame(state, frame, NOW);
            const question = ask(world, recordOf(state), { what: 'newer', isPrivate: false, pick: 0 });
            if (question !== null) state = applyPage(state, ROOM, question, question.page, NOW);
          }
          for (let pages = 0; recordOf(state).public.newer; pages += 1) {
            expect(pages).toBeLessThan(100);
            const question = ask(world, recordOf(state), { what: 'newer', isPrivate: false, pick: 0 });
            if (question !== null) state = applyPage(state, ROOM, question, question.page, NOW);
          }
          expect(recordOf(state).public.events).toEqual(historyOfWorld(world, false));
        },
      ),
      { numRuns: 100 },
    );
  });
});
