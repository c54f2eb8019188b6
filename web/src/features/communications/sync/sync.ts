import { applyFrame, type CommunicationsFrame, frameKinds } from '../state/apply-frame.ts';
import { withoutGoneTypists } from '../state/frames/typing.ts';
import { withRecord } from '../state/state.ts';
import { changeState, type RoomsStore } from '../store.ts';
import type { Line } from './line.ts';
import { readList } from './lists.ts';
import { flushOutbox, restoreOutbox } from './outbox.ts';
import { createReader } from './reader.ts';

/** Frames come in bursts: one change of the store serves all of a burst. */
const GATHER_MS = 16;
const TYPISTS_EVERY_MS = 1000;

function subscribeAll(line: Line, hear: (frame: CommunicationsFrame) => void): (() => void)[] {
  // The kind and its payload belong together by the type of `subscribe`.
  const one = (kind: CommunicationsFrame['type']) =>
    line.subscribe(kind, (payload) => hear({ type: kind, id: '', payload } as CommunicationsFrame));
  return frameKinds.map((kind) => one(kind));
}

/** What is held, told after every connect: the answer names what must be read again (domain: realtime). */
function tellState(store: RoomsStore, line: Line): void {
  const rooms = [...store.getState().state.rooms.values()].map(({ room }) => ({ id: room.id, epoch: room.epoch, change: room.change }));
  if (rooms.length > 0) line.tell({ type: 'RoomState', payload: { rooms } });
}

/**
 * Keeps the store true while the page is open: listens first, then reads the lists, and lets the frames that came
 * meanwhile follow. The answer ends it.
 */
export function startSync(store: RoomsStore, line: Line): () => void {
  const reader = createReader(store);
  let heard: CommunicationsFrame[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    gathering = undefined;
    const frames = heard;
    heard = [];
    const now = Date.now();
    changeState(store, (state) => frames.reduce((next, frame) => applyFrame(next, frame, now), state));
  };
  const stops = subscribeAll(line, (frame) => {
    heard.push(frame);
    gathering ??= setTimeout(apply, GATHER_MS);
  });
  stops.push(store.subscribe(reader.look));
  if (store.getState().state.pending.size === 0) restoreOutbox(store);
  stops.push(
    line.onOpen(() => {
      apply();
      tellState(store, line);
      void flushOutbox(store, line);
      // Also for what bears no number: which rooms are mine, starred, seen.
      void readList(store, 'waiting');
      void readList(store, 'mine');
    }),
  );
  const typists = setInterval(() => dropTypists(store), TYPISTS_EVERY_MS);
  return () => {
    for (const stop of stops) stop();
    reader.stop();
    clearTimeout(gathering);
    clearInterval(typists);
  };
}

function dropTypists(store: RoomsStore): void {
  const now = Date.now();
  changeState(store, (state) =>
    [...state.rooms.values()].reduce((next, record) => {
      const left = record.typists.length === 0 ? record : withoutGoneTypists(record, now);
      return left === record ? next : withRecord(next, record.room.id, left);
    }, state),
  );
}
