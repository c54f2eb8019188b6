import type { RoomDraft } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UNREACHABLE } from '../../api/api-problem.ts';
import type { Communications } from './context.ts';
import { discardSend } from './discard-send.ts';
import { draftKey } from './state/drafts.ts';
import { hearDraft } from './state/drafts-heard.ts';
import { type PendingSend, startSend } from './state/pending.ts';
import { changeState, newRoomsStore, type RoomsStore } from './store.ts';
import { sendDraft, setDraft } from './writing.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';
const HELD = '00000000-0000-4000-8000-000000000002';
const send: PendingSend = {
  clientMessageId: 'c1',
  roomId: ROOM,
  kind: 'Text',
  channelId: ROOM,
  text: 'One moment',
  file: null,
  createdAt: '2026-11-29T10:00:00.000Z',
  status: 'failed',
  reason: 'FRAME_UNREACHABLE',
  params: {},
};

let store: RoomsStore;
let asked: string[];
let scheduled: object[];
let isAway: boolean;
const given = () => ({ store, line: { send: () => new Promise(() => undefined), tell: () => true } }) as unknown as Communications;
const waits = () => store.getState().state.pending.get(ROOM) ?? [];

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  [asked, scheduled, isAway] = [[], [], false];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (isAway) throw new TypeError('fetch failed');
    asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`);
    const body = request.method === 'GET' ? { content: scheduled } : scheduled[0];
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  store = newRoomsStore('me');
});
afterEach(() => vi.unstubAllGlobals());

test('what could be taken back and reached the server without its answer is cancelled there, and then gone', async () => {
  const held = { ...send, canBeUndone: true as const };
  changeState(store, (state) => startSend(state, held));
  scheduled = [{ id: HELD, clientMessageId: 'c1', state: 'WAITING' }];
  await discardSend(given(), held);
  expect(asked).toEqual([`GET /api/rooms/${ROOM}/scheduled `, `PUT /api/rooms/${ROOM}/scheduled/${HELD} {"become":"CANCELLED"}`]);
  expect(waits()).toEqual([]);
});

test('it stays while nobody can say whether it would go', async () => {
  const held = { ...send, canBeUndone: true as const };
  changeState(store, (state) => startSend(state, held));
  isAway = true;
  await expect(discardSend(given(), held)).rejects.toMatchObject({ status: UNREACHABLE });
  expect(waits()).toHaveLength(1);
});

test('what is sent at once is asked of nobody', async () => {
  changeState(store, (state) => startSend(state, send));
  await discardSend(given(), send);
  expect([asked, waits()]).toEqual([[], []]);
});

const KEY = draftKey(ROOM, ROOM);
/** As the server told of it before the message was refused. */
const told = (clientMessageId: string, version: number) =>
  ({
    roomId: ROOM,
    channelId: ROOM,
    text: send.text,
    attachmentsFullDetails: [],
    clientMessageId,
    windowId: 'w',
    version,
    others: [],
  }) as unknown as RoomDraft;
const hear = (draft: RoomDraft) => {
  const { drafts, sentDrafts } = store.getState();
  store.setState({ drafts: hearDraft(drafts, draft, { windowId: 'w', sent: sentDrafts }) });
};
const toSave = () => {
  const draft = store.getState().drafts.get(KEY);
  return draft?.unsaved == null ? null : { text: draft.text, base: draft.version };
};

test('its draft is ended on the server, also where something else was written and sent since', async () => {
  changeState(store, (state) => startSend(state, send));
  sendDraft(store, KEY, 'c1');
  hear(told('c1', 1));
  setDraft(store, KEY, { text: 'Something else' });
  sendDraft(store, KEY, 'c2');
  expect(toSave()).toBeNull();
  await discardSend(given(), send);
  expect(toSave()).toEqual({ text: '', base: 1 });
});

test('and where the drafts are read only afterwards', async () => {
  changeState(store, (state) => startSend(state, send));
  await discardSend(given(), send);
  hear(told('c1', 3));
  expect(toSave()).toEqual({ text: '', base: 3 });
});

test('what was written since stays', async () => {
  changeState(store, (state) => startSend(state, send));
  setDraft(store, KEY, { text: 'Something else' });
  await discardSend(given(), send);
  expect(toSave()).toEqual({ text: 'Something else', base: 0 });
});
