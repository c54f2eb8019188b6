import type { AgentReceives } from '@parley/contract';
import { applyFrame, type CommunicationsFrame, frameKinds } from '../state/apply-frame.ts';
import { dropEvents } from '../state/drop-events.ts';
import { withoutGoneTypists } from '../state/frames/typing.ts';
import { untoldRead } from '../state/seen.ts';
import { withRecord } from '../state/state.ts';
import { changeState, type RoomsStore } from '../store.ts';
import { holdInStep } from './in-step.ts';
import type { Line } from './line.ts';
import { flushOutbox, restOutbox, restoreOutbox } from './outbox.ts';
import { readFailed } from './read-failed.ts';
import { createReader } from './reader.ts';
import { createTeller } from './teller.ts';

/** Frames come in bursts: one change of the store serves all of a burst. */
const GATHER_MS = 16;
/** Between two changes of the store while frames keep coming: the list is drawn anew with each, and somebody may be writing. */
const BUSY_MS = 64;
const TYPISTS_EVERY_MS = 1000;

type Heard = CommunicationsFrame | Extract<AgentReceives, { type: 'RoomState' }>;

function subscribeAll(line: Line, hear: (frame: Heard) => void): (() => void)[] {
  // The kind and its payload belong together by the type of `subscribe`.
  const one = (kind: CommunicationsFrame['type']) =>
    line.subscribe(kind, (payload) => hear({ type: kind, id: '', payload } as CommunicationsFrame));
  return [...frameKinds.map(one), line.subscribe('RoomState', (payload) => hear({ type: 'RoomState', id: '', payload }))];
}

/**
 * Keeps the store true while the page is open: listens first, then says what is held or reads the lists, and lets the
 * frames that came meanwhile follow. The answer ends it.
 */
export function startSync(store: RoomsStore, line: Line): () => void {
  const reader = createReader(store);
  const teller = createTeller(store, line);
  const heard: Heard[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let appliedAt = Number.NEGATIVE_INFINITY;
  const nextPause = () => Math.max(GATHER_MS, appliedAt + BUSY_MS - performance.now());
  const applyFrames = (frames: readonly CommunicationsFrame[]) => {
    const now = Date.now();
    changeState(store, (state) => frames.reduce((next, frame) => applyFrame(next, frame, now), state));
  };
  const apply = () => {
    clearTimeout(gathering);
    gathering = undefined;
    appliedAt = performance.now();
    let frames: CommunicationsFrame[] = [];
    for (const frame of heard.splice(0)) {
      if (frame.type !== 'RoomState') frames.push(frame);
      else {
        applyFrames(frames);
        frames = [];
        teller.answered(frame.payload);
      }
    }
    applyFrames(frames);
  };
  const stops = subscribeAll(line, (frame) => {
    heard.push(frame);
    const isAnswer = frame.type === 'RoomState';
    if (isAnswer) clearTimeout(gathering);
    if (isAnswer || gathering === undefined) gathering = setTimeout(apply, isAnswer ? GATHER_MS : nextPause());
  });
  stops.push(store.subscribe(reader.look));
  if (store.getState().state.pending.size === 0) restoreOutbox(store);
  // Told at once when the connection stands already: then the page has come to it, and nothing was reopened.
  let isComing = true;
  let stopHolding: (() => void) | undefined;
  stops.push(
    line.onOpen(({ first, afterError }) => {
      apply();
      const { openRoomId } = store.getState().navigation;
      if (!isComing && !first && !afterError) changeState(store, (state) => dropEvents(state, openRoomId, Date.now()));
      if (!isComing) changeState(store, untoldRead);
      stopHolding ??= holdInStep((roomId) => {
        const record = store.getState().state.rooms.get(roomId);
        return record?.gap === null ? record.room : undefined;
      });
      teller.opened();
      readFailed(store);
      void flushOutbox(store, line);
    }),
  );
  isComing = false;
  const typists = setInterval(() => dropTypists(store), TYPISTS_EVERY_MS);
  return () => {
    stopHolding?.();
    for (const stop of stops) stop();
    reader.stop();
    teller.stop();
    restOutbox(store);
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
