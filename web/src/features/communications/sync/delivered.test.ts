import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outgoing } from '../../../realtime/socket.ts';
import { applyRooms } from '../state/apply-reading.ts';
import type { Happening } from '../state/happenings.testing.ts';
import { viewOf } from '../state/room-readings.testing.ts';
import { happen, ME, newWorld } from '../state/room-world.testing.ts';
import { changeState, newRoomsStore } from '../store.ts';
import { createDeliveredSayer } from './delivered.ts';

const story: Happening[] = [
  { kind: 'conversationStarts' },
  { kind: 'conversationAssigned', pick: 0, toMe: true },
  { kind: 'customerSays', text: 'is the blue one in stock?' },
];

/** The newest of so many rooms of mine, in each of which the customer has written. */
const rooms = (count: number) =>
  Array.from({ length: count }, (_, place) => {
    const { base } = newWorld();
    const start = { ...newWorld(), base: { ...base, id: `01a22b98-2155-7754-aff0-${String(place).padStart(12, '0')}` } };
    return viewOf(story.reduce((world, next) => happen(world, next).world, start));
  });

function given(count: number) {
  const store = newRoomsStore(ME);
  const said: string[] = [];
  let isOpen = true;
  const tell = (frame: Outgoing) => {
    if (isOpen && frame.type === 'Ack') said.push(frame.payload.roomId);
    return isOpen;
  };
  const sayer = createDeliveredSayer(store, { tell });
  const list = rooms(count);
  changeState(store, (state) => applyRooms(state, list, new Map(), Date.now()));
  return { sayer, said, ids: list.map(({ id: roomId }) => roomId), setOpen: (open: boolean) => (isOpen = open) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what has arrived in a few rooms is said at once, of each once', () => {
  const { sayer, said, ids } = given(3);
  sayer.look();
  expect(said).toEqual(ids);
  sayer.look();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual(ids);
  sayer.stop();
});

test('of hundreds of rooms it is said fifty at a time, in their order, each once', () => {
  const { sayer, said, ids } = given(120);
  sayer.look();
  expect(said).toEqual(ids.slice(0, 50));
  sayer.look();
  vi.advanceTimersByTime(490);
  expect(said).toHaveLength(50);
  vi.advanceTimersByTime(20);
  expect(said).toEqual(ids.slice(0, 100));
  vi.advanceTimersByTime(600);
  expect(said).toEqual(ids);
  sayer.stop();
});

test('without a connection nothing is said, and the next one hears all of it', () => {
  const { sayer, said, ids, setOpen } = given(60);
  setOpen(false);
  sayer.look();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual([]);
  setOpen(true);
  sayer.reopened();
  vi.advanceTimersByTime(1000);
  expect(said).toEqual(ids);
  sayer.stop();
});
