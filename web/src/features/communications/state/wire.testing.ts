import type { Room, RoomEvent } from '@parley/contract';
import fc from 'fast-check';
import { applyChanges } from './apply-changes.ts';
import { applyFrame, type CommunicationsFrame } from './apply-frame.ts';
import { applyPage, applyReading } from './apply-reading.ts';
import { type AskedRooms, applyRoomState, roomsToTell } from './catch-up.ts';
import { dropEvents } from './drop-events.ts';
import type { Happening, World } from './happenings.testing.ts';
import type { ReadAgain } from './history.ts';
import { eventsSince, historyOfWorld, newestPage, notesBeside, pageAround, roomOf, viewOf } from './room-readings.testing.ts';
import type { HistoryName } from './room-record.ts';
import { happen, ME, newWorld } from './room-world.testing.ts';
import type { Reading } from './snapshot.ts';
import { type CommunicationsState, emptyState } from './state.ts';
import { happening, NOW, PAGE, play, ROOM, readInto } from './stories.testing.ts';

/** What the wire does next: a question is answered from two readings of the server, one after the other, and arrives later still. */
const turns = [
  'hear',
  'askRoom',
  'askEvents',
  'answer',
  'askChanges',
  'readChanges',
  'answerChanges',
  'tellState',
  'drop',
  'jump',
] as const;

export type Fate = 'heard' | 'twice' | 'late' | 'lost';
export type Move = { what: 'happens'; happening: Happening; fate: Fate } | { what: Turn };
type Turn = (typeof turns)[number];

export const fate: fc.Arbitrary<Fate> = fc.constantFrom('heard', 'twice', 'late', 'lost');
export const move = (fates: fc.Arbitrary<Fate>): fc.Arbitrary<Move> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ what: fc.constant('happens' as const), happening, fate: fates }) },
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constantFrom(...turns) }),
    },
  );

/** The wire between the world and this client: frames under way, and readings asked for and not yet answered. */
export interface Wire {
  world: World;
  state: CommunicationsState;
  underWay: CommunicationsFrame[];
  late: CommunicationsFrame[];
  asked: { reading: Reading; complete: boolean }[];
  /** Questions for what was missed since a change: the room as first read, its events once they are read too. */
  changes: { since: number; asked: AskedRooms; room: Room; events: readonly RoomEvent[] | null; byState: boolean }[];
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

export const moves: { [What in Exclude<Move['what'], 'happens'>]: (wire: Wire) => void } = {
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
    open.reading = { ...open.reading, public: readAgain(wire, 'public'), private: readAgain(wire, 'private') };
    open.complete = true;
  },
  answer: (wire) => {
    const place = wire.asked.findIndex(({ complete }) => complete);
    const [answered] = place < 0 ? [] : wire.asked.splice(place, 1);
    if (answered !== undefined) wire.state = applyReading(wire.state, ROOM, answered.reading, NOW);
  },
  askChanges: (wire) => askChanges(wire, false),
  tellState: (wire) => askChanges(wire, true),
  readChanges: (wire) => {
    const open = wire.changes.find(({ events }) => events === null);
    if (open !== undefined) open.events = eventsSince(wire.world, open.since);
  },
  answerChanges: (wire) => {
    const place = wire.changes.findIndex(({ events }) => events !== null);
    const [answered] = place < 0 ? [] : wire.changes.splice(place, 1);
    if (answered?.events == null) return;
    const changes = { room: answered.room, events: [...answered.events] };
    const answer = { inStep: false, changes: [changes], reload: [], gone: [], memberships: [] };
    wire.state = answered.byState ? applyRoomState(wire.state, answer, answered.asked, NOW) : applyChanges(wire.state, changes, NOW);
  },
  drop: (wire) => {
    wire.state = dropEvents(wire.state, null, NOW);
  },
  jump: (wire) => {
    const record = wire.state.rooms.get(ROOM);
    const all = historyOfWorld(wire.world, false);
    const event = all[wire.world.change % Math.max(1, all.length)];
    if (record === undefined || event === undefined) return;
    const asked = { name: 'public', place: { at: 'around', eventId: event.id }, epoch: record.room.epoch } as const;
    wire.state = applyPage(wire.state, ROOM, asked, pageAround(wire.world, false, event.id, PAGE), NOW);
  },
};

/** What is held of a history as the server has it now: the newest page, or the part around an older event and the newest page too. */
function readAgain({ world, state }: Wire, name: HistoryName): ReadAgain {
  const isPrivate = name === 'private';
  const end = newestPage(world, isPrivate, PAGE);
  const held = state.rooms.get(ROOM)?.[name];
  const first = held?.events[0];
  if (held === undefined || first === undefined || !held.newer) return end;
  const all = historyOfWorld(world, isPrivate);
  const from = all.findIndex(({ id }) => id === first.id);
  const to = from + held.events.length;
  const notes = [...notesBeside(world, isPrivate, from, to), ...(end.notes ?? [])];
  return { events: all.slice(from, to), older: from > 0, newer: to < all.length, notes, end };
}

function askChanges(wire: Wire, byState: boolean): void {
  const record = wire.state.rooms.get(ROOM);
  if (record === undefined) return;
  const { asked } = roomsToTell(wire.state);
  wire.changes.push({ since: record.room.change, asked, room: roomOf(wire.world), events: null, byState });
}

function makeMove(wire: Wire, next: Move): void {
  if (next.what !== 'happens') {
    moves[next.what](wire);
    return;
  }
  const step = happen(wire.world, next.happening);
  wire.world = step.world;
  send(wire, step.frames, next.fate);
}

/** Whoever goes to the end of a room whose events were dropped has its newest ones read. */
function lookAgain(wire: Wire): void {
  for (const name of ['public', 'private'] as const) {
    const record = wire.state.rooms.get(ROOM);
    if (record === undefined || !record[name].newer) continue;
    const asked = { name, place: { at: 'newest' as const }, epoch: record.room.epoch };
    wire.state = applyPage(wire.state, ROOM, asked, newestPage(wire.world, name === 'private', PAGE), NOW);
  }
}

export function runWire(before: readonly Happening[], story: readonly Move[], first: 'read' | 'unread'): Wire {
  const world = play(newWorld(), before);
  const state = first === 'read' ? readInto(emptyState(ME), world) : emptyState(ME);
  const wire: Wire = { world, state, underWay: [], late: [], asked: [], changes: [] };
  for (const next of story) makeMove(wire, next);
  moves.hear(wire);
  for (const open of wire.asked) if (!open.complete) moves.askEvents(wire);
  while (wire.asked.length > 0) moves.answer(wire);
  for (const open of wire.changes) if (open.events === null) moves.readChanges(wire);
  while (wire.changes.length > 0) moves.answerChanges(wire);
  lookAgain(wire);
  return wire;
}
