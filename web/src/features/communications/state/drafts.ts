import { ATTACHMENTS_LIMIT, hasVisible, type UploadedFile } from '@parley/contract';
import { isUploadedFile } from '../../../api/incoming.ts';

/** Text that was typed and files that were uploaded, and not sent. Kept on this computer, per person, room and tab. */
export interface Draft {
  readonly text: string;
  /** Channel chosen for it; null: the usual one. */
  readonly channelId: string | null;
  /** In the order in which they go. */
  readonly files: readonly UploadedFile[];
}

export const emptyDraft: Draft = { text: '', channelId: null, files: [] };

/** Whether there is anything to keep. */
const isEmpty = ({ text, files }: Draft): boolean => text === '' && files.length === 0;

/** Whether there is anything to send. */
export const hasContent = ({ text, files }: Draft): boolean => hasVisible(text) || files.length > 0;

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'parley.draft';

export const draftKey = (userId: string, roomId: string, tab: 0 | 2): string => `${PREFIX}.${userId}.${roomId}.${tab}`;

const areFiles = (value: unknown): value is UploadedFile[] =>
  Array.isArray(value) && value.length <= ATTACHMENTS_LIMIT && value.every(isUploadedFile);

/** As older versions of the page kept it, too. */
function parseDraft(stored: string | null): Draft | null {
  if (stored === null) return null;
  let kept: { [Part in keyof Draft]?: unknown } | null;
  try {
    kept = JSON.parse(stored);
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null || typeof kept.text !== 'string') return null;
  const draft = {
    text: kept.text,
    channelId: typeof kept.channelId === 'string' ? kept.channelId : null,
    files: areFiles(kept.files) ? kept.files : [],
  };
  return isEmpty(draft) ? null : draft;
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
 * Writes a draft, or takes it away when nothing is in it. At once and not after a pause: a delayed saving could
 * bring back what was sent meanwhile. A full or refused storage keeps the draft in this window only.
 */
export function writeDraft(
  drafts: ReadonlyMap<string, Draft>,
  storage: DraftStorage,
  key: string,
  draft: Draft | null,
): ReadonlyMap<string, Draft> {
  const next = new Map(drafts);
  if (draft === null || isEmpty(draft)) next.delete(key);
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
