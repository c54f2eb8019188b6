import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orpc, queryClient } from '../../../api/client.ts';
import { useShown } from '../bulk/offer.ts';
import type { Communications } from '../context.ts';
import { draftKey } from '../state/drafts.ts';
import { newRoomsStore, type RoomsStore } from '../store.ts';
import { setDraft } from '../writing.ts';
import { sendLater } from './scheduling.ts';

const id = (kind: string) => `${kind.padEnd(8, '0')}-0000-4000-8000-000000000001`;
const [ROOM, CHANNEL] = [id('a'), id('b')];
const KEY = draftKey(ROOM, CHANNEL);

let store: RoomsStore;
/** What happens in the window while the message is on its way. */
let meanwhile: () => void;

beforeEach(() => {
  store = newRoomsStore(id('e'));
  meanwhile = () => undefined;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8080' });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { clientMessageId, text, sendAt, timezone, unlessCustomerWrites } = (await request.json()) as Record<string, unknown>;
    meanwhile();
    const asked = { clientMessageId, text, sendAt, timezone, unlessCustomerWrites };
    const kept = { id: id('d'), roomId: ROOM, channelId: CHANNEL, author: { id: id('e'), name: 'Dora' }, files: [], isUndo: false };
    const body = { ...asked, ...kept, state: 'WAITING', reason: null, version: 1 };
    return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const draft = () => store.getState().drafts.get(KEY);
async function send(): Promise<void> {
  setDraft(store, KEY, { text: 'Any news?' });
  const held = draft();
  if (held === undefined) throw new Error('a draft was written');
  const choice = { at: new Date(Date.now() + 3_600_000), timezone: 'UTC', unlessCustomerWrites: true };
  await sendLater({ store } as Communications, held, choice);
}
/** The draft was saved, and what the server says of it is in the store, in lists of its own. */
const saved = () =>
  store.setState(({ drafts }) => {
    const held = drafts.get(KEY);
    return held === undefined ? {} : { drafts: new Map(drafts).set(KEY, { ...held, files: [...held.files], version: 1, unsaved: null }) };
  });

test('the field is empty once the message waits, also when its draft was saved while it was on its way', async () => {
  meanwhile = saved;
  await send();
  expect(draft()?.text ?? '').toBe('');
});

test('what is written while it is on its way stays', async () => {
  meanwhile = () => setDraft(store, KEY, { text: 'Any news? And the invoice?' });
  await send();
  expect(draft()?.text).toBe('Any news? And the invoice?');
});

test('what was offered to be undone is offered no more once it is told that it is not sent', async () => {
  const queryKey = orpc.scheduled.list.queryKey({ input: { params: { roomId: ROOM } } });
  queryClient.setQueryData(queryKey, { content: [], replacing: [] });
  await send();
  expect(useShown.getState().shown).toMatchObject({ is: 'offer', offer: { says: [{ key: 'SCHEDULED_DONE' }] } });
  queryClient.setQueryData(queryKey, (told) => told && { ...told });
  expect(useShown.getState().shown).not.toBeNull();
  queryClient.setQueryData(queryKey, (told) => {
    return (
      told && { ...told, content: told.content.map((one) => ({ ...one, state: 'CANCELLED' as const, reason: 'CUSTOMER_WROTE' as const })) }
    );
  });
  expect(useShown.getState().shown).toBeNull();
});
