import type { UploadedFile } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type DraftStorage, draftFromElsewhere, draftKey, hasContent, readDrafts, writeDraft } from './drafts.ts';

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
const KEY = draftKey('user', 'room', 0);

describe('drafts', () => {
  test('are found again after a reload, and only the same person’s', () => {
    const store = storage();
    writeDraft(new Map(), store, KEY, { text: 'half a sentence', channelId: 'c', files: [PICTURE] });
    writeDraft(new Map(), store, draftKey('other', 'room', 0), { text: 'not mine', channelId: null, files: [] });
    expect(readDrafts(store, 'user')).toEqual(new Map([[KEY, { text: 'half a sentence', channelId: 'c', files: [PICTURE] }]]));
  });

  test('are gone from the storage in the moment of sending, and by it from the other windows', () => {
    const store = storage();
    const typed = writeDraft(new Map(), store, KEY, { text: 'on its way', channelId: null, files: [] });
    const elsewhere = draftFromElsewhere(new Map(), KEY, store.getItem(KEY));
    expect(elsewhere.get(KEY)?.text).toBe('on its way');
    const sent = writeDraft(typed, store, KEY, null);
    expect(sent.has(KEY)).toBe(false);
    expect(readDrafts(store, 'user').size).toBe(0);
    expect(draftFromElsewhere(elsewhere, KEY, store.getItem(KEY)).has(KEY)).toBe(false);
  });

  test('live on in this window when the storage refuses', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(writeDraft(new Map(), full, KEY, { text: 'kept', channelId: null, files: [] }).get(KEY)?.text).toBe('kept');
  });

  test.each(['', 'no json', '[]', '{"text":5}', '{"text":""}', 'null'])('an entry that is no draft is not shown: %s', (entry) => {
    expect(readDrafts(storage({ [KEY]: entry }), 'user').size).toBe(0);
  });

  test('what other parts of the product store is left alone', () => {
    const drafts = new Map([[KEY, { text: 'a', channelId: null, files: [] }]]);
    expect(draftFromElsewhere(drafts, 'language', 'bg')).toBe(drafts);
  });

  test('are kept for their files alone, and taken away with the last of them', () => {
    const store = storage();
    const attached = writeDraft(new Map(), store, KEY, { text: '', channelId: null, files: [PICTURE] });
    expect(readDrafts(store, 'user').get(KEY)?.files).toEqual([PICTURE]);
    expect(writeDraft(attached, store, KEY, { text: '', channelId: null, files: [] }).has(KEY)).toBe(false);
    expect(store.length).toBe(0);
  });

  test('of before there were files are read, and of files that are none the words', () => {
    const old = JSON.stringify({ text: 'old', channelId: 'c' });
    const broken = JSON.stringify({ text: 'words', channelId: 7, files: [{ fileId: 'x' }] });
    expect(readDrafts(storage({ [KEY]: old }), 'user').get(KEY)).toEqual({ text: 'old', channelId: 'c', files: [] });
    expect(readDrafts(storage({ [KEY]: broken }), 'user').get(KEY)).toEqual({ text: 'words', channelId: null, files: [] });
  });

  test('have something to send when something of them can be seen', () => {
    const draft = { text: '', channelId: null, files: [] };
    expect(hasContent({ ...draft, text: ' \u200b\n' })).toBe(false);
    expect(hasContent({ ...draft, text: 'a' })).toBe(true);
    expect(hasContent({ ...draft, text: ' ', files: [PICTURE] })).toBe(true);
  });
});
