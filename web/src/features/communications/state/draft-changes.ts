import { hasVisible } from '@parley/contract';
import { type Draft, type DraftContent, type Drafts, emptyDraft, isEmpty, NOTE, noContent } from './drafts.ts';
import { idAfter } from './part-ids.ts';

/** Whether there is anything to send: what is passed on needs no words. */
export const hasContent = ({ text, files, fields: { forwards } }: DraftContent): boolean =>
  hasVisible(text) || files.length > 0 || forwards !== undefined;

const nothing: readonly Draft[] = [];

/** While nothing stands in a draft's field, what was begun for other channels of its room; notes go to nobody else. */
export function draftsBeside(drafts: Drafts, draft: Draft): readonly Draft[] {
  if (draft.channelId === NOTE || !isEmpty(draft)) return nothing;
  const isBeside = (one: Draft) =>
    one.roomId === draft.roomId && one.channelId !== draft.channelId && one.channelId !== NOTE && !isEmpty(one);
  const found = [...drafts.values()].filter(isBeside);
  return found.length === 0 ? nothing : found;
}

/** A change of what stands in a draft's field, and of what is offered beside it; of other words with the id that they are sent under. */
export interface Typed extends Partial<DraftContent> {
  readonly settled?: readonly string[];
  readonly aside?: readonly DraftContent[];
}

/** Somebody has typed, attached, used or dropped something in this window. */
export function typeDraft(
  drafts: Drafts,
  key: string,
  { settled = [], aside = [], clientMessageId, ...content }: Typed,
  now: number,
): Drafts {
  const held = drafts.get(key) ?? emptyDraft(key);
  const isAsBefore = Object.keys(content).length === 0;
  const goesOn = clientMessageId === undefined && !isEmpty(held) && (held.isOwn || isAsBefore);
  const { unsaved } = held;
  return new Map(drafts).set(key, {
    ...held,
    ...content,
    clientMessageId: clientMessageId ?? (goesOn ? held.clientMessageId : idAfter(isEmpty(held) ? '' : held.clientMessageId)),
    isOwn: true,
    typedAt: now,
    others: held.others.filter(({ id }) => !settled.includes(id)),
    unsaved: {
      typedAt: now,
      isTypedHere: true,
      isOver: unsaved?.isOver === true || (!isEmpty(held) && !goesOn),
      settled: [...(unsaved?.settled ?? []), ...settled],
      aside: [...(unsaved?.aside ?? []), ...aside],
    },
  });
}

/** What stands in the field goes out as a message; what another window has saved meanwhile comes, and what was offered beside it stays. */
export function emptyForSending(drafts: Drafts, key: string): Drafts {
  const held = drafts.get(key);
  if (held === undefined) return drafts;
  const isOpen = held.unsaved !== null && held.unsaved.settled.length + held.unsaved.aside.length > 0;
  // Sending ends what the server holds under the id of what is sent; what was replaced by it bears another, and is saved as gone.
  if (held.heard === null && held.unsaved?.isOver === true)
    return new Map(drafts).set(key, { ...held, ...noContent, clientMessageId: crypto.randomUUID(), unsaved: { ...held.unsaved } });
  const left = held.heard ?? { ...held, ...noContent };
  return new Map(drafts).set(key, { ...left, unsaved: isOpen ? held.unsaved : null });
}

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Names of all copies of one person's drafts. */
export const copiesOf = (userId: string): string => `parley.draft.${userId}.`;

const copyKey = (userId: string, windowId: string, key: string): string => `${copiesOf(userId)}${key}.${windowId}`;

/**
 * Keeps a copy of what the server has not taken yet, and takes it away when it has: with each key, so that nothing is lost when the
 * browser or the network dies. Each window has its own. A full or refused storage keeps the draft in this window and on the server only.
 */
export function keepCopy(storage: DraftStorage, userId: string, windowId: string, key: string, draft: Draft | undefined): void {
  try {
    if (draft?.unsaved == null) storage.removeItem(copyKey(userId, windowId, key));
    else {
      const { text, files, fields, clientMessageId, version, unsaved } = draft;
      const { typedAt, settled, aside } = unsaved;
      const copy = { text, files, fields, clientMessageId, version, typedAt, settled, aside };
      storage.setItem(copyKey(userId, windowId, key), JSON.stringify(copy));
    }
  } catch {
    // What cannot be stored must not stop the typing.
  }
}
