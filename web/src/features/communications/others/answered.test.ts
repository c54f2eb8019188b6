import { beforeEach, expect, test, vi } from 'vitest';
import { draftKey } from '../state/drafts.ts';
import { failSend, isAsked, type PendingSend, startSend } from '../state/pending.ts';
import { changeState, newRoomsStore, type RoomsStore } from '../store.ts';
import { setDraft } from '../writing.ts';
import { answeredAt, sendAnyway, toFields } from './answered.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';
const CHANNEL = '00000000-0000-4000-8000-000000000002';
const KEY = draftKey(ROOM, CHANNEL);
const file = { fileId: 'f1', fileName: 'a.pdf', type: 'FILE', mediaType: 'application/pdf', fileSize: 1 } as unknown as NonNullable<
  PendingSend['file']
>;

let store: RoomsStore;
let sent: { clientMessageId: string; seenSeq?: number }[];
const line = {
  send: (frame: { payload: unknown }) => {
    sent.push(frame.payload as (typeof sent)[number]);
    return Promise.resolve({ roomId: ROOM, eventId: 'e', seq: 9, change: 9, publicNo: 1, privateNo: 0 });
  },
  tell: () => true,
  subscribe: () => () => undefined,
  onOpen: () => () => undefined,
};

beforeEach(() => {
  const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('sessionStorage', nothing);
  vi.stubGlobal('window', { localStorage: nothing });
  store = newRoomsStore('me');
  sent = [];
  return () => vi.unstubAllGlobals();
});

/** Two parts of one message, of which the server said that a colleague had answered; and one that failed otherwise. */
function given(): readonly PendingSend[] {
  const part = (id: string, text: string, seq: number | null, of: PendingSend['file'] = null) => {
    const base = { clientMessageId: id, roomId: ROOM, kind: 'Text', channelId: CHANNEL, text, file: of, seenSeq: 3 } as const;
    const send: PendingSend = { ...base, createdAt: '2026-11-02T08:00:00.000Z', status: 'sending', reason: null, params: {} };
    const [reason, params] = seq === null ? ['CONVERSATION_RESOLVED', {}] : ['COLLEAGUE_ANSWERED', { name: 'Petar Kostov', seq }];
    changeState(store, (state) => failSend(startSend(state, send), ROOM, id, reason as string, params as PendingSend['params']));
  };
  part('one', 'Here it is', 5, file);
  part('two', '', 7, { ...file, fileId: 'f2' });
  part('other', 'Too late', null);
  return (store.getState().state.pending.get(ROOM) ?? []).filter(isAsked);
}

test('go all the same under what was told, in their order, or come back into their field as one', async () => {
  const asked = given();
  expect(asked.map(({ clientMessageId }) => clientMessageId)).toEqual(['one', 'two']);
  expect(answeredAt(asked)).toBe(7);
  sendAnyway({ store, line }, asked);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ clientMessageId, seenSeq }) => [clientMessageId, seenSeq])).toEqual([
    ['one', 7],
    ['two', 7],
  ]);

  store = newRoomsStore('me');
  const again = given();
  setDraft(store, KEY, { text: 'Begun since' });
  toFields({ store, line }, again);
  const { state, drafts, writesIn } = store.getState();
  const draft = drafts.get(KEY);
  expect([draft?.text, draft?.files.map(({ fileId }) => fileId)]).toEqual(['Here it is', ['f1', 'f2']]);
  expect(draft?.unsaved?.aside.map(({ text }) => text)).toEqual(['Begun since']);
  expect(state.pending.get(ROOM)?.map(({ clientMessageId }) => clientMessageId)).toEqual(['other']);
  expect(writesIn).toEqual({ roomId: ROOM, tab: 0 });
});
