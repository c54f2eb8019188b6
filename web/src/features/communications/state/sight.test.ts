import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { applyFrame, type CommunicationsFrame } from './apply-frame.ts';
import { applyRoomState, roomsToTell } from './catch-up.ts';
import type { PayloadOf } from './frames/payload.ts';
import type { Happening, World } from './happenings.testing.ts';
import { eventsSince, roomOf } from './room-readings.testing.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import { type CommunicationsState, emptyState } from './state.ts';
import { expectFresh, happening, NOW, play, ROOM, readInto, recordOf } from './stories.testing.ts';

// Many stories, told on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

/** So many events are told by an answer; whoever missed more reads the room afresh. */
const MOST_TOLD = 8;

type Move =
  | { what: 'happens'; happening: Happening; fate: 'heard' | 'late' | 'lost' }
  | { what: 'sightTaken'; isTold: boolean }
  | { what: 'sightGiven' | 'merged' | 'tells' };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('happens' as const),
      happening,
      fate: fc.constantFrom('heard' as const, 'late' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('sightTaken' as const), isTold: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('sightGiven' as const, 'tells' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('merged' as const) }) },
);

interface Desk {
  world: World;
  state: CommunicationsState;
  isInSight: boolean;
  late: CommunicationsFrame[];
}

const isWork = ({ conversations, participants, me }: World): boolean =>
  conversations.some(({ waitingSince }) => waitingSince !== null) ||
  (conversations.some(({ state }) => state !== 'RESOLVED') &&
    participants.some(({ type, associatedParticipantId }) => type === 'USER' && associatedParticipantId === me));

/** What the server says to what is held, by the contract's words alone. */
function answerTo({ world, state, isInSight }: Desk): PayloadOf<'RoomState'> {
  const said: PayloadOf<'RoomState'> = { inStep: false, changes: [], reload: [], gone: [], memberships: [] };
  const held = roomsToTell(state).rooms.find(({ id }) => id === ROOM);
  if (held === undefined) return isInSight && isWork(world) ? { ...said, reload: [ROOM] } : said;
  if (!isInSight) return { ...said, gone: [ROOM] };
  const names = ['seenPublicNo', 'seenPrivateNo', 'starred', 'followed'] as const;
  const differs = names.some((name) => held[name] !== world.membership[name]);
  const memberships = differs ? [world.membership] : [];
  if (held.epoch !== world.base.epoch) return { ...said, reload: [ROOM], memberships };
  if (held.change === world.change) return { ...said, memberships };
  const events = eventsSince(world, held.change);
  if (events.length > MOST_TOLD) return { ...said, reload: [ROOM], memberships };
  return { ...said, changes: [{ room: roomOf(world), events }], memberships };
}

/** Whether the client wants the room read now. */
const wantsReading = ({ rooms, strangers }: CommunicationsState): boolean => strangers.has(ROOM) || (rooms.get(ROOM)?.gap ?? null) !== null;

/** Tells what is held, hears the answer, and reads what is to be read; a reading of what is out of sight finds nothing. */
function tell(desk: Desk): void {
  const { asked } = roomsToTell(desk.state);
  const answer = answerTo(desk);
  const wasUnknown = desk.state.strangers.has(ROOM);
  desk.state = applyRoomState(desk.state, answer, asked, NOW);
  // What the answer brings is enough, unless it says otherwise or the room was only heard of.
  expect(wantsReading(desk.state)).toBe(answer.reload.length > 0 || (wasUnknown && answer.gone.length === 0));
  if (!wantsReading(desk.state)) return;
  if (desk.isInSight) desk.state = readInto(desk.state, desk.world);
  else desk.state = applyRoomState(desk.state, { ...answer, changes: [], reload: [], memberships: [], gone: [ROOM] }, asked, NOW);
}

function make(desk: Desk, next: Move): void {
  if (next.what === 'happens') {
    const { world, frames } = happen(desk.world, next.happening);
    desk.world = world;
    for (const frame of frames) {
      // Membership frames are one's own, whatever is in sight; they carry no number, and a lost connection tells all rooms again.
      if (frame.type === 'RoomMembership') desk.state = applyFrame(desk.state, frame, NOW);
      else if (desk.isInSight && next.fate === 'heard') desk.state = applyFrame(desk.state, frame, NOW);
      else if (desk.isInSight && next.fate === 'late') desk.late.push(frame);
    }
  } else if (next.what === 'sightTaken') {
    desk.isInSight = false;
    // What was under way came before it, or never.
    desk.late = [];
    if (!next.isTold) return;
    const gone = { inStep: false, changes: [], reload: [], gone: [ROOM], memberships: [] };
    desk.state = applyRoomState(desk.state, gone, new Map(), NOW);
  } else if (next.what === 'sightGiven') desk.isInSight = true;
  else if (next.what === 'merged') desk.world = { ...desk.world, base: { ...desk.world.base, epoch: desk.world.base.epoch + 1 } };
  else tell(desk);
}

test('a room that leaves and comes back into sight is held as a fresh reading gives it, or not at all', () => {
  let dropped = 0;
  let held = 0;
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 12, size: 'max' }),
      fc.array(move, { minLength: 1, maxLength: 40, size: 'max' }),
      (before, story) => {
        const world = play(newWorld(), before);
        const desk: Desk = { world, state: readInto(emptyState(ME), world), isInSight: true, late: [] };
        for (const next of story) make(desk, next);
        for (const frame of desk.late.toReversed()) desk.state = applyFrame(desk.state, frame, NOW);
        tell(desk);
        if (!desk.isInSight) {
          expect(desk.state.rooms.has(ROOM)).toBe(false);
          expect(desk.state.strangers.has(ROOM)).toBe(false);
          dropped += 1;
        } else if (desk.state.rooms.has(ROOM)) {
          expect(recordOf(desk.state).room.epoch).toBe(desk.world.base.epoch);
          expectFresh(desk.state, desk.world);
          held += 1;
        } else expect(isWork(desk.world)).toBe(false);
        // Asked once more, the server has nothing to say.
        const { changes, reload, gone, memberships } = answerTo(desk);
        expect({ changes, reload, gone, memberships }).toEqual({ changes: [], reload: [], gone: [], memberships: [] });
      },
    ),
    { numRuns: 500 },
  );
  // The stories had what they are for.
  expect(Math.min(dropped, held)).toBeGreaterThan(20);
});
