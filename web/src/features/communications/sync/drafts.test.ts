import type { DraftSave, RoomDraft } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, NOTE } from '../state/drafts.ts';
import { roomOf } from '../state/room-readings.testing.ts';
import { newWorld } from '../state/room-world.testing.ts';
import { newRoomsStore, type RoomsStore, setOpenRoom } from '../store.ts';
import { sendDraft, setDraft } from '../writing.ts';
import { startDrafts } from './drafts.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';
const KEY = draftKey(ROOM, NOTE);
const ANSWER_MS = 50;

/** The far end: what is saved, in order, and what a reading answers. */
class Server {
  readonly saved: DraftSave[] = [];
  content: RoomDraft[] = [];
  refusal: { status: number; message: string } | null = null;
  isAway = false;
  #opened: () => void = () => undefined;

  constructor() {
    vi.stubGlobal('fetch', async (request: Request) => {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      if (this.isAway) throw new TypeError('fetch failed');
      const json = (body: unknown, status = 200) =>
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
      if (request.method === 'GET') return json({ content: this.content, next: null });
      if (this.refusal !== null) return json({ message: this.refusal.message, errors: [] }, this.refusal.status);
      const save = (await request.json()) as DraftSave;
      this.saved.push(save);
      return json(this.view(this.saved.length, save.text, save));
    });
  }

  view = (
    version: number,
    text: string,
    { clientMessageId = 'other-message', windowId = 'other-window' }: Partial<DraftSave> = {},
  ): RoomDraft => ({
    roomId: ROOM,
    channelId: NOTE,
    isPrivate: true,
    conversationId: null,
    channelApplicationId: null,
    text,
    attachments: [],
    attachmentsFullDetails: [],
    clientMessageId,
    version,
    typedAt: new Date().toISOString(),
    windowId,
    others: [],
  });

  readonly line = {
    subscribe: () => () => undefined,
    onOpen: (callback: (opened: { first: boolean; atOnce: boolean; afterError: boolean }) => void) => {
      this.#opened = () => callback({ first: false, atOnce: false, afterError: false });
      return () => undefined;
    },
  };
  open = () => this.#opened();
  texts = () => this.saved.map(({ text }) => text);
}

const storageOf = (entries: Map<string, string>) => ({
  get length() {
    return entries.size;
  },
  key: (i: number) => [...entries.keys()][i] ?? null,
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
});

/** What lies in the browser's storage. */
let copies: Map<string, string>;
let server: Server;
let store: RoomsStore;
let stop: () => void;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const type = (text: string) => setDraft(store, KEY, { text });
const textNow = () => store.getState().drafts.get(KEY)?.text;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 2, 9) });
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  copies = new Map();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storageOf(copies) }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  server = new Server();
  store = newRoomsStore('me');
  stop = startDrafts(store, server.line);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('typing is saved when it pauses, and while it goes on every two seconds, one saving at a time', async () => {
  for (let letters = 1; letters <= 30; letters += 1) {
    type('x'.repeat(letters));
    await pass(100);
  }
  await pass(1000);
  expect(server.texts().at(-1)).toBe('x'.repeat(30));
  expect(server.saved.length).toBeGreaterThan(1);
  expect(server.saved.length).toBeLessThan(4);
  expect(server.saved.map(({ save }) => save)).toEqual(server.saved.map(({ save }) => save).toSorted((a, b) => a - b));
  // Each goes on from the one before.
  expect(server.saved.map(({ base }) => base)).toEqual(server.saved.map((_, i) => i));
  expect(store.getState().drafts.get(KEY)?.unsaved).toBeNull();
});

test('a change after one that was saved is saved, too', async () => {
  type('one');
  await pass(1000);
  type('two');
  await pass(1000);
  expect(server.texts()).toEqual(['one', 'two']);
});

test('a copy lies in the browser from the key until the server has it, and what another window left goes the same way', async () => {
  type('one');
  expect(copies.size).toBe(1);
  await pass(1000);
  expect(copies.size).toBe(0);
  stop();
  type('left behind');
  const [left] = [...copies];
  copies.clear();
  copies.set((left?.[0] ?? '').replace(/[^.]+$/, 'dead-window'), left?.[1] ?? '');
  store = newRoomsStore('me');
  stop = startDrafts(store, server.line);
  await vi.waitFor(() => expect(textNow()).toBe('left behind'));
  await pass(1000);
  expect(server.texts()).toEqual(['one', 'left behind']);
  expect(copies.size).toBe(0);
});

test('what could not be saved is tried again, at the latest when the connection stands, and is said to be here alone', async () => {
  server.isAway = true;
  type('kept');
  await pass(600);
  expect(store.getState().unkept.get(KEY)).toEqual({ reason: null, params: {} });
  server.isAway = false;
  server.open();
  await pass(200);
  expect(server.texts()).toEqual(['kept']);
  expect(store.getState().unkept.size).toBe(0);
});

test('what was refused says why, and goes with the next key', async () => {
  server.refusal = { status: 422, message: 'DRAFT_FIELD_OF_OTHER_CHANNEL' };
  type('refused');
  await pass(60_000);
  expect(store.getState().unkept.get(KEY)?.reason).toBe('DRAFT_FIELD_OF_OTHER_CHANNEL');
  server.refusal = null;
  type('refused no more');
  await pass(1000);
  expect(server.texts()).toEqual(['refused no more']);
  expect(store.getState().unkept.size).toBe(0);
});

test('what is sent while it is being saved does not come back with the answer, nor with a reading that was asked before', async () => {
  await pass(100);
  type('on its way');
  await pass(410);
  expect(store.getState().drafts.get(KEY)?.unsaved).not.toBeNull();
  const id = store.getState().drafts.get(KEY)?.clientMessageId ?? '';
  server.content = [server.view(1, 'on its way', { clientMessageId: id })];
  server.open();
  sendDraft(store, KEY, id);
  await pass(500);
  expect(server.texts()).toEqual(['on its way']);
  expect(textNow()).toBe('');
});

const goesOutOfSight = () => {
  const { state } = store.getState();
  store.setState({ state: { ...state, gone: new Map([[ROOM, { room: roomOf(newWorld()), went: null }]]) } });
};

test('a draft of an open room that went out of sight stays until the room is closed', async () => {
  server.content = [server.view(3, 'for later')];
  server.open();
  await pass(200);
  setOpenRoom(store, ROOM, 2);
  goesOutOfSight();
  expect(textNow()).toBe('for later');
  setOpenRoom(store, null, 0);
  expect(textNow()).toBeUndefined();
});

test('drafts of rooms that went out of sight are gone with them, and come back with them', async () => {
  server.content = [server.view(3, 'for later')];
  server.open();
  await pass(200);
  expect(textNow()).toBe('for later');
  const state = () => store.getState().state;
  goesOutOfSight();
  expect(textNow()).toBeUndefined();
  store.setState({ state: { ...state(), gone: new Map() } });
  await pass(200);
  expect(textNow()).toBe('for later');
});
