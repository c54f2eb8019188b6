import type { RoomDraft, UploadedFile } from '@parley/contract';

/** What the drafts of some channels have beside words and files (communications, section 3); what notes and messages among colleagues answer to. */
export type DraftFields = Pick<RoomDraft, (typeof emailFields)[number] | 'phoneNumber' | 'quote'>;

/** What of it e-mails alone have. */
export const emailFields = ['subject', 'to', 'cc', 'bcc', 'from', 'html', 'inReplyTo', 'signatureId', 'quotes', 'forwards'] as const;

export interface DraftContent {
  readonly text: string;
  /** In the order in which they go. */
  readonly files: readonly UploadedFile[];
  readonly fields: DraftFields;
  /** Under which it was to be sent: it may say whose place it takes (contract: `anewOf`). */
  readonly clientMessageId?: string;
}

/** What was written in another window at the same time, or stood in the field before. */
export interface OtherWords extends DraftContent {
  readonly id: string;
  readonly isAside?: boolean;
}

/** What was typed here and the server has not taken yet; a copy of it lies in this browser. Another one with every change. */
export interface Unsaved {
  readonly typedAt: number;
  /** Typed by somebody in this window, and not found as the copy of another. */
  readonly isTypedHere: boolean;
  /** It replaces what another window has saved under an id of its own. */
  readonly isOver?: boolean;
  /** Other words that were used or dropped, and what made room for them. */
  readonly settled: readonly string[];
  readonly aside: readonly DraftContent[];
}

/** What was written in a room for one channel, or as a note, and not sent. */
export interface Draft extends DraftContent {
  readonly roomId: string;
  /** A channel's, `internal` or `note`. */
  readonly channelId: string;
  /** Under which it is going to be sent: what the server has stored under it is no draft any more. */
  readonly clientMessageId: string;
  /** Whether this window wrote it last: another begins anew under an id of its own. */
  readonly isOwn: boolean;
  /** The server's, which it goes on from; 0 for none. */
  readonly version: number;
  readonly typedAt: number;
  readonly others: readonly OtherWords[];
  readonly unsaved: Unsaved | null;
  /** What another window has saved while something was unsaved here: the server says which is the later. */
  readonly heard: Draft | null;
}

/** By `draftKey`. */
export type Drafts = ReadonlyMap<string, Draft>;

export const NOTE = 'note';

export const draftKey = (roomId: string, channelId: string): string => `${roomId}.${channelId}`;

export const noContent: DraftContent = { text: '', files: [], fields: {} };

export function emptyDraft(key: string): Draft {
  const [roomId = '', channelId = ''] = key.split('.');
  const standing = { clientMessageId: '', isOwn: false, version: 0, typedAt: 0, others: [], unsaved: null, heard: null };
  return { ...noContent, roomId, channelId, ...standing };
}

/** What stands there, with the id that may say whose place it takes; nothing of the draft around it. */
export const standsIn = ({ text, files, fields, clientMessageId = '' }: DraftContent): DraftContent => ({
  text,
  files,
  fields,
  clientMessageId,
});

/** Whether there is nothing to keep. */
export const isEmpty = ({ text, files, fields: { quote, ...fields } }: DraftContent): boolean =>
  text === '' && files.length === 0 && quote === undefined && Object.values(fields).every((field) => !field?.length);

/**
 * The drafts of each room, in the order in which its row would show them: for the customer or for colleagues before the note, of several the latest.
 * Where a field itself is empty, what waits above it.
 */
export function draftsOfRooms(drafts: Drafts): ReadonlyMap<string, readonly Draft[]> {
  const known = byRoom.get(drafts);
  if (known !== undefined) return known;
  const isNote = ({ channelId }: Draft) => Number(channelId === NOTE);
  const all = Map.groupBy(
    [...drafts.values()]
      .map((draft) => (isEmpty(draft) ? { ...draft, ...draft.others[0] } : draft))
      .filter((draft) => !isEmpty(draft))
      .sort((a, b) => isNote(a) - isNote(b) || b.typedAt - a.typedAt),
    ({ roomId }) => roomId,
  );
  byRoom.set(drafts, all);
  return all;
}
const byRoom = new WeakMap<Drafts, ReadonlyMap<string, readonly Draft[]>>();
