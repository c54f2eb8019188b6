import { heldWords } from '@parley/contract';
import { afterwards } from '../../../afterwards.ts';
import { socketTimings } from '../../../api/configured.ts';
import type { Outgoing } from '../../../realtime/socket.ts';
import { type AskedRooms, applyRoomState, askedOf, roomsToTell } from '../state/catch-up.ts';
import type { PayloadOf } from '../state/frames/payload.ts';
import { changeState, type RoomsStore } from '../store.ts';
import type { Line } from './line.ts';
import { isPaged, readList, readPage } from './lists.ts';

/** Ticks so far apart mean that the machine slept, or that the browser let the page sleep. */
const ASLEEP_MS = 90_000;
/** More new rooms than this are read by the lists, instead of one by one. */
const MANY_NEW = 20;

type Answer = PayloadOf<'RoomState'>;
type Told = Extract<Outgoing, { type: 'RoomState' }>['payload'];
export type Digest = Extract<Told, { digest: string }>;

let digestOf: ((store: RoomsStore) => Digest) | null = null;

/** Says how the digest is made, whose code comes after the first screen. Without it all that is held is told instead. @returns how to take that back */
export function tellByDigest(made: (store: RoomsStore) => Digest): () => void {
  digestOf = made;
  return () => {
    digestOf = null;
  };
}

/**
 * Reads the lists of one's work that are not held, and says what this client holds (domain: realtime): all of it after every connect and on waking, count and digest of its
 * work and what else is looked at every 10 s, and all of it again when the digests differ.
 */
export interface Teller {
  /** The connection stands, or the page has come back to one that stands. */
  opened: () => void;
  /** Takes in the server's answer. */
  answered: (answer: Answer) => void;
  stop: () => void;
}

/** The lists of one's own work. */
const work = ['waiting', 'mine', 'snoozed'] as const;

const isReady = (store: RoomsStore): boolean => {
  const { lists } = store.getState();
  return work.every((name) => lists[name]?.reading.status === 'ready');
};

const says = ({ changes, reload, gone, memberships }: Answer): boolean =>
  changes.length + reload.length + gone.length + memberships.length > 0;

export function createTeller(store: RoomsStore, line: Pick<Line, 'tell'>): Teller {
  let asked: AskedRooms = new Map();
  let lastTick = Date.now();
  let hiddenSince: number | null = null;
  let stopped = false;
  let stopTelling = () => {};

  function tellAll(): void {
    if (stopped) return;
    const told = roomsToTell(store.getState().state);
    const lists = digestOf?.(store).lists;
    if (line.tell({ type: 'RoomState', payload: { rooms: told.rooms.map(heldWords), lists } })) asked = told.asked;
  }

  function tellDigest(): void {
    // Before the first lists are here, all of my work would be named as missing.
    if (!isReady(store)) return;
    const payload = digestOf?.(store);
    if (payload === undefined) tellAll();
    else if (line.tell({ type: 'RoomState', payload }))
      asked = new Map([...asked, ...askedOf(store.getState().state, payload.lookedAt ?? [])]);
  }

  const readWork = (): Promise<unknown> => Promise.all(work.map((name) => readList(store, name)));

  // Not only when the connection stands: what is told then covers what came between.
  const begun = Promise.resolve(isReady(store) || readWork());

  /** Lists beyond one's own work: no answer names the rooms that have come into them. */
  function readOthers(): void {
    for (const key of Object.keys(store.getState().lists)) if (isPaged(key)) void readPage(store, key, true);
  }

  function caughtUp(answer: Answer): void {
    const { rooms } = store.getState().state;
    const fresh = answer.reload.filter((id) => !rooms.has(id));
    // To a digest a list says no more than its newest: where all of those are others, more may be.
    const isMany = fresh.length > MANY_NEW || (answer.inStep && answer.reload.length > MANY_NEW);
    const reload = isMany ? answer.reload.filter((id) => rooms.has(id)) : answer.reload;
    changeState(store, (state) => applyRoomState(state, { ...answer, reload }, asked, Date.now()));
    if (!isMany) return;
    void readWork();
    readOthers();
  }

  function wake(): void {
    if (isReady(store)) tellAll();
  }

  function seen(): void {
    if (document.visibilityState === 'hidden') {
      hiddenSince ??= Date.now();
      return;
    }
    const away = hiddenSince === null ? 0 : Date.now() - hiddenSince;
    hiddenSince = null;
    if (away > ASLEEP_MS) wake();
    else tellDigest();
  }

  const ticking = setInterval(() => {
    const now = Date.now();
    const slept = now - lastTick > ASLEEP_MS;
    lastTick = now;
    if (slept) wake();
    else tellDigest();
  }, socketTimings().sendInterval);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', seen);

  return {
    opened: () => {
      readOthers();
      if (isReady(store)) tellAll();
      // The list that has just come is drawn before all of it is told.
      else
        void begun
          .then(() => isReady(store) || readWork())
          .then(() => {
            stopTelling();
            if (!stopped) stopTelling = afterwards(tellAll);
          });
    },
    answered: (answer) => {
      if (says(answer)) caughtUp(answer);
      else if (!answer.inStep) tellAll();
    },
    stop: () => {
      stopped = true;
      stopTelling();
      clearInterval(ticking);
      window.removeEventListener('online', wake);
      window.removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}
