import { anewIdOf, anewOf } from '@parley/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepCopy } from '../state/draft-changes.ts';
import { type DraftContent, draftKey, isEmpty, standsIn } from '../state/drafts.ts';
import { takeCopies } from '../state/drafts-kept.ts';
import { usedOf } from '../state/used-words.ts';
import { newRoomsStore, type RoomsStore } from '../store.ts';
import { setDraft } from '../writing.ts';
import { fillField } from './fill-field.ts';
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

const linkOf = (one: { clientMessageId?: string } | undefined) => anewOf(one?.clientMessageId ?? '');
const asides = () => (draft()?.unsaved?.aside ?? []).map((one) => [one.text, linkOf(one)]);
const fill = (text: string, under?: string) => fillField(store, { roomId: ROOM, channelId: CHANNEL, text, files: [] }, under);
/** As “Use” above the field does it, with what stood there. */
const use = (content: DraftContent) => {
  const stood = draft();
  setDraft(store, KEY, { ...usedOf(content), aside: stood === undefined || isEmpty(stood) ? [] : [standsIn(stood)] });
};
const lastAside = () => draft()?.unsaved?.aside.at(-1) as DraftContent;

test.each<[how: string, exchange: () => void]>([
  ['words of one’s own that were used', () => use(draft()?.unsaved?.aside[0] as DraftContent)],
  ['another message that was taken back', () => fill('Half a thought')],
])('%s come in the place of no other, and what was written anew keeps its link beside them', async (_how, exchange) => {
  setDraft(store, KEY, { text: 'Half a thought' });
  await writeAnew(store, event);
  setDraft(store, KEY, { text: 'Hello' });
  exchange();
  expect([draft()?.text, linkOf(draft())]).toEqual(['Half a thought', null]);
  expect(asides().at(-1)).toEqual(['Hello', FAILED]);
  // What the server holds under the other id is ended, though this is sent at once.
  expect(draft()?.unsaved?.isOver).toBe(true);
  setDraft(store, KEY, { text: 'Half a thought, whole' });
  expect(linkOf(draft())).toBeNull();
  use(lastAside());
  expect([draft()?.text, linkOf(draft())]).toEqual(['Hello', FAILED]);
  expect(asides().at(-1)).toEqual(['Half a thought, whole', null]);
});

test('what was written anew keeps its link in the copy of this browser', async () => {
  await writeAnew(store, event);
  fill('Another');
  const copies = new Map<string, string>();
  const storage = {
    get length() {
      return copies.size;
    },
    key: (at: number) => [...copies.keys()][at] ?? null,
    getItem: (name: string) => copies.get(name) ?? null,
    setItem: (name: string, value: string) => void copies.set(name, value),
    removeItem: (name: string) => void copies.delete(name),
  };
  keepCopy(storage, 'me', 'window', KEY, draft());
  const taken = takeCopies(new Map(), storage, 'me', 'next').get(KEY);
  expect([linkOf(taken), taken?.unsaved?.aside.map(linkOf)]).toEqual([null, [FAILED]]);
});
