import type { UploadedFile } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type DraftStorage, emptyForSending, hasContent, keepCopy, typeDraft } from './draft-changes.ts';
import { type Draft, type Drafts, draftKey, draftsOfRooms, NOTE, noContent } from './drafts.ts';
import { takeCopies } from './drafts-kept.ts';
import { draftsToCustomer, withWordsOf } from './drafts-left.ts';

function storage(entries: Record<string, string> = {}): DraftStorage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (i) => [...map.keys()][i] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

const PICTURE: UploadedFile = {
  fileId: '00000000-0000-4000-8000-000000000001',
  fileName: 'снимка.png',
  fileSize: 2048,
  mediaType: 'image/png',
  imageWidth: 640,
  imageHeight: 480,
  type: 'IMAGE',
  notice: null,
};
const KEY = draftKey('room', 'channel');
const none: Drafts = new Map();

/** Typed in a window of this person's, and copied. */
function typed(
  store: DraftStorage,
  text: string,
  { windowId = 'window', now = 1, userId = 'user', key = KEY, files = [] as UploadedFile[] } = {},
) {
  const drafts = typeDraft(none, key, { text, files }, now);
  keepCopy(store, userId, windowId, key, drafts.get(key));
  return drafts;
}

test('what was begun for a customer is found, the latest first, without notes and what is of other rooms or empty', () => {
  const typed: readonly (readonly [string, string])[] = [
    [KEY, 'first'],
    [draftKey('room', 'other'), 'second'],
    [draftKey('room', NOTE), 'a note'],
    [draftKey('elsewhere', 'channel'), 'elsewhere'],
    [draftKey('room', 'blank'), ' '],
  ];
  const drafts = typed.reduce<Drafts>((all, [key, text], now) => typeDraft(all, key, { text }, now), new Map());
  expect(draftsToCustomer(drafts, 'room').map(({ text }) => text)).toEqual(['second', 'first']);
});

test('what becomes a note stands below what the note says already, with the files of both', () => {
  const answer = { ...noContent, text: 'an answer', files: [PICTURE] };
  expect(withWordsOf(noContent, answer)).toEqual({ text: 'an answer', files: [PICTURE] });
  expect(withWordsOf({ ...noContent, text: 'a note' }, answer)).toEqual({ text: 'a note\n\nan answer', files: [PICTURE] });
  expect(withWordsOf({ ...noContent, text: 'a note', files: [PICTURE] }, { ...noContent, files: [PICTURE] })).toEqual({
    text: 'a note',
    files: [PICTURE, PICTURE],
  });
});

describe('what is typed', () => {
  test('is found again after a reload with its files, its fields and the id it is sent under, and only the same person’s', () => {
    const store = storage();
    const before = typed(store, 'half a sentence', { files: [PICTURE] }).get(KEY);
    typed(store, 'not mine', { userId: 'other' });
    const taken = takeCopies(none, store, 'user', 'next-window').get(KEY);
    expect(taken).toMatchObject({ roomId: 'room', channelId: 'channel', text: 'half a sentence', files: [PICTURE] });
    expect(taken?.clientMessageId).toBe(before?.clientMessageId);
    expect(taken?.unsaved).toMatchObject({ typedAt: 1, isTypedHere: false });
  });

  test('has one copy, which goes with the window that took it over, and with its saving', () => {
    const store = storage();
    typed(store, 'half a sentence');
    const taken = takeCopies(none, store, 'user', 'next-window');
    expect(store.length).toBe(1);
    expect(takeCopies(none, store, 'user', 'third').size).toBe(1);
    const saved = taken.get(KEY);
    if (saved === undefined) throw new Error('nothing was taken over');
    keepCopy(store, 'user', 'third', KEY, { ...saved, unsaved: null });
    expect(store.length).toBe(0);
  });

  test('in a window that is still open is its own to save', () => {
    const store = storage();
    typed(store, 'still typing', { windowId: 'open' });
    expect(takeCopies(none, store, 'user', 'next', new Set(['open'])).size).toBe(0);
    expect(takeCopies(none, store, 'user', 'next').get(KEY)).toMatchObject({ text: 'still typing' });
  });

  test('in two windows that died is found whole: the later stands in the field, the other is to be offered', () => {
    const store = storage();
    typed(store, 'later', { windowId: 'a', now: 2 });
    typed(store, 'earlier', { windowId: 'b', now: 1, files: [PICTURE] });
    const taken = takeCopies(none, store, 'user', 'next').get(KEY);
    expect(taken).toMatchObject({ text: 'later', unsaved: { aside: [{ text: 'earlier', files: [PICTURE] }] } });
  });

  test('is found beside what has been typed in this window before', () => {
    const store = storage();
    typed(store, 'left behind', { windowId: 'a', now: 1 });
    const here = typed(store, 'typed at once', { windowId: 'here', now: 2 });
    expect(takeCopies(here, store, 'user', 'here').get(KEY)).toMatchObject({
      text: 'typed at once',
      unsaved: { isTypedHere: true, aside: [{ text: 'left behind' }] },
    });
    expect(store.length).toBe(1);
  });

  test('lives on in this window when the storage refuses', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(typed(full, 'kept').get(KEY)?.text).toBe('kept');
  });

  test.each(['', 'no json', '[]', '{"text":5}', 'null', '7'])('an entry that is no draft is left alone and not shown: %s', (entry) => {
    const store = storage({ [`parley.draft.user.${KEY}.window`]: entry });
    expect(takeCopies(none, store, 'user', 'next').size).toBe(0);
    expect(store.length).toBe(1);
  });

  test('of a copy whose files and fields are none keeps the words', () => {
    const broken = JSON.stringify({ text: 'words', files: [{ fileId: 'x' }], fields: { cc: 'nobody' }, version: 'x', aside: [7] });
    const taken = takeCopies(none, storage({ [`parley.draft.user.${KEY}.window`]: broken }), 'user', 'next').get(KEY);
    expect(taken).toMatchObject({ text: 'words', files: [], fields: {}, version: 0, unsaved: { aside: [] } });
  });

  test('keeps its id while it goes on, and has another once it was sent or emptied', () => {
    const first = typeDraft(none, KEY, { text: 'a' }, 1);
    const id = (drafts: Drafts) => drafts.get(KEY)?.clientMessageId;
    const second = typeDraft(first, KEY, { text: 'ab' }, 2);
    expect(id(second)).toBe(id(first));
    const sent = emptyForSending(second, KEY);
    expect(sent.get(KEY)).toMatchObject({ ...noContent, unsaved: null });
    expect(id(typeDraft(sent, KEY, { text: 'next' }, 3))).not.toBe(id(first));
    const emptied = typeDraft(second, KEY, { text: '' }, 3);
    expect(id(typeDraft(emptied, KEY, { text: 'anew' }, 4))).not.toBe(id(first));
  });

  test('in another window has its own id once it is changed, and keeps it while only offers are settled', () => {
    const before = typeDraft(none, KEY, { text: 'a' }, 1).get(KEY);
    if (before === undefined) throw new Error('nothing was typed');
    const heard: Drafts = new Map([[KEY, { ...before, isOwn: false, others: [{ ...noContent, id: 'x', text: 'other' }] }]]);
    const settled = typeDraft(heard, KEY, { settled: ['x'] }, 2).get(KEY);
    expect([settled?.clientMessageId, settled?.others]).toEqual([before.clientMessageId, []]);
    expect(typeDraft(heard, KEY, { text: 'ab' }, 2).get(KEY)?.clientMessageId).not.toBe(before.clientMessageId);
  });
});

test('a room’s row shows the latest draft, and a note only when there is nothing else', () => {
  const note = typeDraft(none, draftKey('room', NOTE), { text: 'note' }, 9);
  expect(draftsOfRooms(note).get('room')?.[0]?.text).toBe('note');
  const one = typeDraft(note, draftKey('room', 'sms'), { text: 'one' }, 2);
  const both = typeDraft(one, draftKey('room', 'mail'), { text: 'two' }, 3);
  expect(draftsOfRooms(both).get('room')?.[0]?.text).toBe('two');
  expect(draftsOfRooms(typeDraft(both, draftKey('room', 'mail'), { text: '' }, 4)).get('room')?.[0]?.text).toBe('one');
});

test('a room’s row shows what waits above its empty field, from another window or from before', () => {
  const written = typeDraft(none, KEY, { text: 'mine' }, 1).get(KEY);
  if (written === undefined) throw new Error('nothing was typed');
  const others = [{ ...noContent, id: 'x', text: 'other' }];
  const shown = (draft: Draft) => draftsOfRooms(new Map([[KEY, draft]])).get(written.roomId)?.[0];
  expect(shown({ ...written, others })?.text).toBe('mine');
  expect(shown({ ...written, ...noContent, others })).toMatchObject({ text: 'other', channelId: written.channelId });
  expect(shown({ ...written, ...noContent, others: [{ ...noContent, id: 'x' }] })).toBeUndefined();
  expect(shown({ ...written, ...noContent })).toBeUndefined();
});

test('there is something to send when something of it can be seen', () => {
  expect(hasContent({ ...noContent, text: ' \u200b\n' })).toBe(false);
  expect(hasContent({ ...noContent, text: 'a' })).toBe(true);
  expect(hasContent({ ...noContent, text: ' ', files: [PICTURE] })).toBe(true);
});
