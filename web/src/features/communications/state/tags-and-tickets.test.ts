import { isTagged, type MetaEventAssociation, type TaggedOfRoom } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import type { Happening, World } from './happenings.testing.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import { emptyState } from './state.ts';
import { happening, happenings, NOW, play, ROOM, readInto, recordOf } from './stories.testing.ts';
import {
  answerTagged,
  answerUnseen,
  askTagged,
  askUnseen,
  giveUpTagged,
  giveUpUnseen,
  hearSeen,
  hearTagged,
  nothingHeld,
  type TagsAndTickets,
  ticketedConversations,
} from './tags-and-tickets.ts';

const things = ['c1', 'c2', 'p1'] as const;
type Thing = (typeof things)[number];
const contextOf = (thing: Thing) => (thing === 'p1' ? 'PHONE' : 'CONVERSATION');

/** What keeps tags: how many each conversation and call bears. */
type Kept = Readonly<Record<Thing, number>>;
const readOf = (kept: Kept): TaggedOfRoom => {
  const bearing = (type: 'PHONE' | 'CONVERSATION') => things.filter((thing) => kept[thing] > 0 && contextOf(thing) === type);
  return { roomId: ROOM, conversationsWithMetaEvents: bearing('CONVERSATION'), callsWithMetaEvents: bearing('PHONE') };
};

type Move =
  | { what: 'added' | 'removed' | 'modified'; thing: Thing }
  | { what: 'seen'; ticket: number }
  | { what: 'asked' }
  | { what: 'answered' | 'failed'; pick: number }
  | { what: 'lost' };
const pick = fc.nat(5);
const thing = fc.constantFrom(...things);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('added' as const, 'removed' as const, 'modified' as const), thing }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('seen' as const), ticket: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.constant({ what: 'asked' as const }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('answered' as const, 'failed' as const), pick }) },
  { weight: 1, arbitrary: fc.constant({ what: 'lost' as const }) },
);

/** One change in what is kept, and the frame that tells of it; null where there is nothing to be taken or changed. */
function changed(kept: Kept, { what, thing }: Extract<Move, { thing: Thing }>): [Kept, MetaEventAssociation] | null {
  if (what !== 'added' && kept[thing] === 0) return null;
  const now = { ...kept, [thing]: kept[thing] + (what === 'added' ? 1 : what === 'removed' ? -1 : 0) };
  const told = {
    roomId: ROOM,
    contextType: contextOf(thing),
    contextId: thing,
    isTagged: now[thing] > 0,
    isUpdated: what === 'modified',
  } as const;
  return [now, told];
}

const unseenOf = (seen: ReadonlySet<number>) => new Set([0, 1, 2, 3, 4].filter((ticket) => !seen.has(ticket)).map(String));

test('old snapshot + frames = fresh snapshot: what is tagged, and tickets not looked at, whatever crosses, fails or is lost', () => {
  let held = 0;
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (story) => {
      let state: TagsAndTickets = nothingHeld;
      let kept: Kept = { c1: 0, c2: 1, p1: 1 };
      let seen: ReadonlySet<number> = new Set<number>();
      let no = 0;
      const asked: { no: number; tagged: TaggedOfRoom; unseen: ReadonlySet<string> }[] = [];
      for (const next of story) {
        if ('thing' in next) {
          const step = changed(kept, next);
          if (step === null) continue;
          kept = step[0];
          state = hearTagged(state, step[1]);
        } else if (next.what === 'seen') {
          seen = new Set([...seen, next.ticket]);
          state = hearSeen(state, { ticketId: String(next.ticket) });
        } else if (next.what === 'asked') {
          no += 1;
          asked.push({ no, tagged: readOf(kept), unseen: unseenOf(seen) });
          state = askUnseen(askTagged(state, ROOM, no), no);
        } else if (next.what === 'lost') {
          // What happens while nobody hears; as when a connection is made anew.
          kept = { ...kept, c1: kept.c1 === 0 ? 1 : 0 };
          seen = new Set([...seen, 4]);
          state = nothingHeld;
        } else {
          const [one] = asked.splice(next.pick % Math.max(1, asked.length), 1);
          if (one === undefined) continue;
          state =
            next.what === 'answered'
              ? answerUnseen(answerTagged(state, one.no, one.tagged), one.no, one.unseen)
              : giveUpUnseen(giveUpTagged(state, ROOM, one.no), one.no);
        }
        const tagged = state.tagged.get(ROOM)?.value ?? null;
        expect(tagged === null).toBe(state.unseenTickets.value === null);
        if (tagged === null) continue;
        held += 1;
        const bearing = (thing: Thing) =>
          isTagged(contextOf(thing) === 'PHONE' ? tagged.callsWithMetaEvents : tagged.conversationsWithMetaEvents, thing);
        expect(things.filter(bearing)).toEqual(things.filter((thing) => kept[thing] > 0));
        expect(state.unseenTickets.value).toEqual(unseenOf(seen));
      }
    }),
    { numRuns: 500 },
  );
  expect(held).toBeGreaterThan(1000);
});

test('what is told of a room of which nothing is held or asked is kept nowhere', () => {
  const told = { roomId: ROOM, contextType: 'PHONE', contextId: 'p1', isTagged: true, isUpdated: false } as const;
  expect(hearTagged(nothingHeld, told)).toBe(nothingHeld);
  expect(hearSeen(nothingHeld, { ticketId: '1' })).toEqual(nothingHeld);
});

/** As whoever keeps tickets would answer at this moment. */
const readAt = ({ tickets, events }: World) => ({ links: tickets, lastSeq: events.length });

test('old snapshot + frames = fresh snapshot: the conversations of a room that have a ticket', () => {
  const moves = fc.oneof({ weight: 2, arbitrary: happenings.ticketMoves }, { weight: 1, arbitrary: happening });
  const told = { some: 0, unknown: 0 };
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 12, size: 'max' }),
      fc.array(moves, { maxLength: 25, size: 'max' }),
      fc.boolean(),
      (before: readonly Happening[], story: readonly Happening[], isReadLate) => {
        let world = play(newWorld(), [{ kind: 'conversationStarts' }, ...before]);
        const read = readAt(world);
        // The room may be opened, and its history read, after much has happened.
        let state = isReadLate ? emptyState(ME) : readInto(emptyState(ME), world);
        for (const next of story) {
          const step = happen(world, next);
          world = step.world;
          for (const frame of step.frames) state = applyFrame(state, frame, NOW);
        }
        if (isReadLate) state = readInto(emptyState(ME), world);
        const ticketed = ticketedConversations(read, recordOf(state).public);
        if (ticketed === null) told.unknown += 1;
        else {
          expect(ticketed.toSorted()).toEqual([...new Set(world.tickets.map(({ conversationId }) => conversationId))].toSorted());
          if (ticketed.length > 0) told.some += 1;
        }
        if (!isReadLate) expect(ticketed).not.toBeNull();
      },
    ),
    { numRuns: 300 },
  );
  expect(Math.min(told.some, told.unknown)).toBeGreaterThan(20);
});
