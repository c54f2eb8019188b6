import type { AgentReceives } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outgoing } from '../../../realtime/socket.ts';
import { type Looker, peopleOf } from './lookers.ts';
import { watchLookers } from './watch-lookers.ts';

type Heard = Extract<AgentReceives, { type: 'Looking' }>['payload'];

const ROOM = 'room';
let told: (string | null)[];
let hear: (heard: Heard) => void;
let reopen: () => void;
let shown: readonly string[];
let page: EventTarget & { visibilityState: string };
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  told = [];
  shown = [];
  const line = {
    tell(frame: Outgoing) {
      if (frame.type === 'Looking') told.push(frame.payload.roomId);
      return true;
    },
    subscribe(_kind: string, handler: (payload: never) => void) {
      hear = handler as typeof hear;
      return () => undefined;
    },
    onOpen(opened: (how: { first: boolean; atOnce: boolean; afterError: boolean }) => void) {
      reopen = () => opened({ first: false, atOnce: false, afterError: false });
      opened({ first: true, atOnce: false, afterError: false });
      return () => undefined;
    },
  };
  stop = watchLookers({ roomId: ROOM, me: 'me', line, onChange: (lookers: readonly Looker[]) => (shown = peopleOf(lookers)) });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const says = (windowId: string, isLooking = true, userId = 'petar'): Heard => ({ roomId: ROOM, userId, windowId, isLooking });
const turn = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

test('a room is said to be looked at once somebody stays, again and again, and no more when they leave', () => {
  vi.advanceTimersByTime(149);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([ROOM]);
  vi.advanceTimersByTime(5000);
  expect(told).toEqual([ROOM, ROOM, ROOM]);
  stop();
  expect(told.at(-1)).toBeNull();
  told = [];
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
});

test('one that is passed by is not spoken of', () => {
  vi.advanceTimersByTime(100);
  stop();
  expect(told).toEqual([]);
});

test('a page that is hidden looks no more, and says so; shown again it looks at once', () => {
  vi.advanceTimersByTime(200);
  turn('hidden');
  expect(told).toEqual([ROOM, null]);
  vi.advanceTimersByTime(9000);
  expect(told).toEqual([ROOM, null]);
  turn('visible');
  expect(told).toEqual([ROOM, null, ROOM]);
});

test('after a connection was lost it is said anew at once', () => {
  vi.advanceTimersByTime(200);
  reopen();
  vi.advanceTimersByTime(150);
  expect(told).toEqual([ROOM, ROOM]);
});

test('whoever comes is answered soon, several together and each once, and oneself is nobody else', () => {
  vi.advanceTimersByTime(1000);
  told = [];
  hear(says('a'));
  hear(says('b', true, 'elena'));
  hear(says('mine', true, 'me'));
  expect(shown).toEqual(['petar', 'elena']);
  vi.advanceTimersByTime(200);
  expect(told).toEqual([ROOM]);
  hear(says('a'));
  vi.advanceTimersByTime(200);
  expect(told).toEqual([ROOM]);
  hear(says('a', false));
  expect(shown).toEqual(['elena']);
  // Of Elena nothing more is heard.
  vi.advanceTimersByTime(6500);
  expect(shown).toEqual([]);
});
