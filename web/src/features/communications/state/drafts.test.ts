import { describe, expect, test } from 'vitest';
import { type DraftStorage, draftFromElsewhere, draftKey, readDrafts, writeDraft } from './drafts.ts';

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

const KEY = draftKey('user', 'room', 0);

describe('drafts', () => {
  test('are found again after a reload, and only the same person’s', () => {
    const store = storage();
    writeDraft(new Map(), store, KEY, { text: 'half a sentence', channelId: 'c' });
    writeDraft(new Map(), store, draftKey('other', 'room', 0), { text: 'not mine', channelId: null });
    expect(readDrafts(store, 'user')).toEqual(new Map([[KEY, { text: 'half a sentence', channelId: 'c' }]]));
  });

  test('are gone from the storage in the moment of sending, and by it from the other windows', () => {
    const store = storage();
    const typed = writeDraft(new Map(), store, KEY, { text: 'on its way', channelId: null });
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
    expect(writeDraft(new Map(), full, KEY, { text: 'kept', channelId: null }).get(KEY)?.text).toBe('kept');
  });

  test.each(['', 'no json', '[]', '{"text":5}', '{"text":""}', 'null'])('an entry that is no draft is not shown: %s', (entry) => {
    expect(readDrafts(storage({ [KEY]: entry }), 'user').size).toBe(0);
  });

  test('what other parts of the product store is left alone', () => {
    const drafts = new Map([[KEY, { text: 'a', channelId: null }]]);
    expect(draftFromElsewhere(drafts, 'language', 'bg')).toBe(drafts);
  });
});
