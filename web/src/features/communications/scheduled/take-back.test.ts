import { anewIdOf, anewOf, type ScheduledMessage, type UploadedFile } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyText, startText, text } from '../../../text.ts';
import { shownToasts } from '../../../ui/toast.ts';
import { draftKey } from '../state/drafts.ts';
import { idOfPart } from '../state/part-ids.ts';
import { startSend } from '../state/pending.ts';
import { changeState, newRoomsStore, type RoomsStore } from '../store.ts';
import { sendDraft, setDraft } from '../writing.ts';
import { cancel, dismissAll, sendAskedAnyway, sendNow, takeBack } from './scheduling.ts';
import { useUndoable } from './undoable.ts';

const id = (kind: string) => `${kind.padEnd(8, '0')}-0000-4000-8000-000000000001`;
const ROOM = id('a');
const CHANNEL = id('b');
const FIRST = id('c');
const KEY = draftKey(ROOM, CHANNEL);
const fileOf = (fileId: string): UploadedFile => ({
  fileId,
  fileName: 'offer.pdf',
  fileSize: 10,
  mediaType: 'application/pdf',
  imageWidth: null,
  imageHeight: null,
  type: 'FILE',
  notice: null,
});
const parts = [0, 1].map(
  (place): ScheduledMessage => ({
    id: id(`d${place}`),
    roomId: ROOM,
    channelId: CHANNEL,
    author: { id: id('e'), name: 'Dora' },
    isAuthorGone: false,
    clientMessageId: idOfPart(FIRST, place),
    text: place === 0 ? 'A slip' : '',
    files: [fileOf(id(`f${place}`))],
    sendAt: '2026-11-02T08:00:10.000Z',
    timezone: 'UTC',
    isUndo: true,
    unlessCustomerWrites: false,
    startsConversation: false,
    state: 'WAITING',
    reason: null,
    version: 1,
  }),
);

/** What was asked of the server, in its order: what becomes of which message. */
let asked: string[];
let store: RoomsStore;

beforeEach(() => {
  asked = [];
  store = newRoomsStore(id('e'));
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('fetch', async (request: Request) => {
    const part = parts.find((one) => request.url.endsWith(one.id));
    const { become, seenSeq } = (await request.json()) as { become: string; seenSeq?: number };
    asked.push([become, part?.clientMessageId, seenSeq].filter((one) => one !== undefined).join(' '));
    const body = { ...part, state: 'CANCELLED', reason: 'SCHEDULED_TAKEN_BACK' };
    return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useUndoable.setState({ messages: [], shownIn: null, returning: new Set() });
});

const draft = () => store.getState().drafts.get(KEY);
const dismissed = () => asked.filter((one) => one.startsWith('DISMISSED'));
/** The server has it: what another part of the page does when its answer comes. */
const saved = () =>
  store.setState(({ drafts }) => {
    const held = drafts.get(KEY);
    return held === undefined ? {} : { drafts: new Map(drafts).set(KEY, { ...held, version: held.version + 1, unsaved: null }) };
  });
const waits = () => new Promise((resolve) => setTimeout(resolve, 20));

test('words and files that were sent at once come back together, and what stood in the field is offered', async () => {
  setDraft(store, KEY, { text: 'Half a thought' });
  expect(await takeBack(store, parts)).toBe(true);
  expect(asked.toSorted()).toEqual(parts.map(({ clientMessageId }) => `TAKEN_BACK ${clientMessageId}`));
  expect(draft()).toMatchObject({ text: 'A slip', files: [{ fileId: id('f0') }, { fileId: id('f1') }] });
  expect(draft()?.unsaved?.aside).toMatchObject([{ text: 'Half a thought' }]);
});

test('the draft says that they stand in it, so that whatever saves it ends them', async () => {
  await takeBack(store, parts);
  expect(draft()?.unsaved?.settled).toEqual(parts.map((part) => part.id));
});

test('the server is told that they are looked after only when it has the draft that holds them', async () => {
  await takeBack(store, parts);
  store.setState({ writesIn: null });
  await waits();
  expect(dismissed()).toEqual([]);
  // Nothing is said of them meanwhile.
  expect(useUndoable.getState().returning).toEqual(new Set(parts.map((part) => part.id)));
  saved();
  await vi.waitFor(() => expect(dismissed().toSorted()).toEqual(parts.map(({ clientMessageId }) => `DISMISSED ${clientMessageId}`)));
  await vi.waitFor(() => expect(useUndoable.getState().returning.size).toBe(0));
});

test('sent again at once they are looked after when the server has that', async () => {
  await takeBack(store, parts);
  const sent = draft()?.clientMessageId ?? '';
  const send = { clientMessageId: sent, roomId: ROOM, kind: 'Text', channelId: CHANNEL, text: 'A slip', file: null } as const;
  sendDraft(store, KEY, sent);
  changeState(store, (state) => startSend(state, { ...send, createdAt: '', status: 'sending', reason: null, params: {} }));
  await waits();
  expect(dismissed()).toEqual([]);
  changeState(store, (state) => startSend(state, { ...send, createdAt: '', status: 'stored', reason: null, params: {} }));
  await vi.waitFor(() => expect(dismissed()).toHaveLength(2));
});

test('what was to take the place of an undelivered message still is, under another id', async () => {
  const failed = `${id('9').slice(0, 8)}-0000-7000-8000-000000000001`;
  const anew = { ...(parts[0] as ScheduledMessage), id: id('d9'), clientMessageId: anewIdOf(failed) };
  parts.push(anew);
  await takeBack(store, [anew]);
  parts.pop();
  expect(draft()?.clientMessageId).not.toBe(anewIdOf(failed));
  expect(anewOf(draft()?.clientMessageId ?? '')).toBe(failed);
});

test('what its writer was asked about goes all the same in its order, under the newest answer of which they were told, or is thrown away whole', async () => {
  const told = parts.map((part, place) => ({ ...part, state: 'FAILED' as const, answer: { name: 'Emil', seq: 7 + place } }));
  await sendAskedAnyway(told);
  expect(asked).toEqual(parts.map(({ clientMessageId }) => `SENT ${clientMessageId} 8`));
  asked.length = 0;
  await dismissAll(told);
  expect(asked).toEqual(parts.map(({ clientMessageId }) => `DISMISSED ${clientMessageId}`));
});

test('each deed that is refused says by its own words what could not be done', async () => {
  const style = { setProperty: () => undefined };
  vi.stubGlobal('document', { querySelector: () => null, documentElement: { lang: '', style, clientHeight: 800 } });
  await startText();
  await everyText();
  const refused = { message: 'CONVERSATION_RESOLVED', errors: [{ message: 'CONVERSATION_RESOLVED', params: {} }] };
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(refused), { status: 409, headers: { 'content-type': 'application/json' } }),
  );
  const [message] = parts as [ScheduledMessage];
  await sendNow(message);
  await cancel(message);
  expect(shownToasts()).toMatchObject([
    { failed: text('FAILED_SCHEDULED_SENT'), message: text('SCHEDULED_WITHOUT_CONVERSATION') },
    { failed: text('FAILED_SCHEDULED_CANCELLED'), message: text('CONVERSATION_RESOLVED') },
  ]);
});
