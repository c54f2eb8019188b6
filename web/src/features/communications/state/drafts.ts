/** Text that was typed and not sent. Kept on this computer, per person, room and tab. */
export interface Draft {
  readonly text: string;
  /** Channel chosen for it; null: the usual one. */
  readonly channelId: string | null;
}

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'parley.draft';

export const draftKey = (userId: string, roomId: string, tab: 0 | 2): string => `${PREFIX}.${userId}.${roomId}.${tab}`;

function parseDraft(stored: string | null): Draft | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return null;
    const channelId = 'channelId' in value && typeof value.channelId === 'string' ? value.channelId : null;
    return value.text === '' ? null : { text: value.text, channelId };
  } catch {
    return null;
  }
}

/** All drafts of one person, by key. Entries that cannot be read are left alone and not shown. */
export function readDrafts(storage: DraftStorage, userId: string): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (let i = 0; i < storage.length; i += 1) {
    const key = storage.key(i);
    if (key === null || !key.startsWith(`${PREFIX}.${userId}.`)) continue;
    const draft = parseDraft(storage.getItem(key));
    if (draft !== null) drafts.set(key, draft);
  }
  return drafts;
}

/**
 * Writes a draft, or takes it away when its text is empty. At once and not after a pause: a delayed saving could
 * bring back what was sent meanwhile. A full or refused storage keeps the draft in this window only.
 */
export function writeDraft(
  drafts: ReadonlyMap<string, Draft>,
  storage: DraftStorage,
  key: string,
  draft: Draft | null,
): ReadonlyMap<string, Draft> {
  const next = new Map(drafts);
  if (draft === null || draft.text === '') next.delete(key);
  else next.set(key, draft);
  try {
    if (next.has(key)) storage.setItem(key, JSON.stringify(draft));
    else storage.removeItem(key);
  } catch {
    // The draft lives on in memory; what cannot be stored must not stop the typing.
  }
  return next;
}

/** What another window of this browser wrote or took away. */
export function draftFromElsewhere(drafts: ReadonlyMap<string, Draft>, key: string, stored: string | null): ReadonlyMap<string, Draft> {
  if (!key.startsWith(`${PREFIX}.`)) return drafts;
  const next = new Map(drafts);
  const draft = parseDraft(stored);
  if (draft === null) next.delete(key);
  else next.set(key, draft);
  return next;
}
