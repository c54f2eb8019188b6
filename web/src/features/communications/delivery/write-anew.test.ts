import { anewIdOf, anewOf } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey } from '../state/drafts.ts';
import { newRoomsStore, type RoomsStore } from '../store.ts';
import { setDraft } from '../writing.ts';
import { writeAnew } from './write-anew.ts';

const id = (kind: string) => `${kind.padEnd(8, '0')}-0000-7000-8000-000000000001`;
const [ROOM, CHANNEL, FAILED] = [id('a'), id('b'), id('c')];
const KEY = draftKey(ROOM, CHANNEL);
const event = { id: FAILED, roomId: ROOM, origin: { channelId: CHANNEL } } as unknown as Parameters<typeof writeAnew>[1];

let store: RoomsStore;
let asked: number;
beforeEach(() => {
  asked = 0;
  store = newRoomsStore(id('e'));
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    const body = { clientMessageId: anewIdOf(FAILED), channelId: CHANNEL, text: 'Helo', files: [] };
    return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const draft = () => store.getState().drafts.get(KEY);

test('its words come into the field under the id that takes its place, and what stood there is offered', async () => {
  setDraft(store, KEY, { text: 'Half a thought' });
  await writeAnew(store, event);
  expect(draft()).toMatchObject({ text: 'Helo', files: [], clientMessageId: anewIdOf(FAILED) });
  expect(draft()?.unsaved?.aside).toMatchObject([{ text: 'Half a thought' }]);
  expect(store.getState().writesIn).toMatchObject({ roomId: ROOM });
});

test('pressed again, also while the answer is awaited, what is being written stays', async () => {
  await Promise.all([writeAnew(store, event), writeAnew(store, event)]);
  setDraft(store, KEY, { text: 'Hello' });
  await writeAnew(store, event);
  expect(draft()).toMatchObject({ text: 'Hello', clientMessageId: anewIdOf(FAILED) });
  expect(draft()?.unsaved?.aside).toEqual([]);
  expect(asked).toBe(2);
});

test('a window that goes on with another’s words still takes its place, under an id of its own; an emptied field is a new message', async () => {
  await writeAnew(store, event);
  store.setState(({ drafts }) => ({ drafts: new Map([...drafts].map(([key, one]) => [key, { ...one, isOwn: false }])) }));
  setDraft(store, KEY, { text: 'Hello' });
  const goesOn = draft()?.clientMessageId ?? '';
  expect(goesOn).not.toBe(anewIdOf(FAILED));
  expect(anewOf(goesOn)).toBe(FAILED);
  setDraft(store, KEY, { text: '' });
  setDraft(store, KEY, { text: 'Good morning' });
  expect(anewOf(draft()?.clientMessageId ?? '')).toBeNull();
});
