import { type Draft, emptyDraft, type KeptFile, readDraft, type Unsent } from '../../link/messages.ts';
import { type Storage, safeStorage } from '../../session/storage.ts';
import type { Host } from '../host.ts';
import type { ChatState } from '../state/chat-state.ts';
import { count, list, maybe, type Reader, record, text } from '../wire/reader.ts';
import { uploadedFile } from '../wire/wire.ts';

const unsent = record<Unsent>({ clientMessageId: text, text, file: (value) => maybe(uploadedFile)(value ?? null) });
const keptFile = record<KeptFile>({ name: text, size: count, file: maybe(uploadedFile) });

/** The draft of the host page's storage, in which anything may stand: what cannot be read is left out. */
export const readKept = (draft: Draft): Draft => ({
  text: typeof draft.text === 'string' ? draft.text : '',
  unsent: readable(unsent, draft.unsent),
  // A loader of before there were files keeps none.
  files: readable(keptFile, draft.files),
  // Nor does one of before there was a form.
  details: draft.details ?? {},
});

/** What is kept of what the visitor was about to say. */
export const draftOf = (
  text: string,
  { outbox, attachments }: Pick<ChatState, 'outbox' | 'attachments'>,
  details: Draft['details'],
): Draft => ({
  text,
  unsent: outbox.map(({ clientMessageId, text, file }) => ({ clientMessageId, text, file })),
  // What was refused before it was uploaded is not worth keeping.
  files: attachments
    .filter(({ trouble }) => trouble !== 'TOO_LARGE' && trouble !== 'EMPTY')
    .map(({ name, size, file }) => ({ name, size, file })),
  details,
});

/**
 * Keeps what the visitor was about to say, per tab: with the page around this frame, and here as well. A word to that page may be lost when
 * it is left in that very moment, what stands here at once is not; so this copy is the newer one, wherever a frame may keep any. Neither
 * counts after a sign-out, in whichever tab: each says of which one it is.
 * @param lasting where this frame keeps what is for all tabs, should the page keep nothing
 * @param signedOut another tab said so, and there is no page that would
 */
export function draftKeeper(
  host: Pick<Host, 'origin' | 'start' | 'send'>,
  widgetId: string,
  lasting: Storage,
  signedOut: (left: string) => void,
  own: Storage = safeStorage(() => sessionStorage),
) {
  const key = `parley:${widgetId}:${host.origin}:draft`;
  const leftKey = `parley:${widgetId}:${host.origin}:left`;
  const { draft, keeps } = host.start;
  const ownLeft = () => lasting.get(leftKey) ?? '';
  let left = keeps ? host.start.left : ownLeft();
  const mine = own.get(key);
  const all = mine === null ? [draft] : [readDraft(mine), draft];
  const ours = all.filter(({ of = '' }) => of === left);
  const kept = readKept(ours[0] ?? emptyDraft);

  function keep(next: Draft): void {
    const tagged = { ...next, of: left };
    own.set(key, JSON.stringify(tagged));
    host.send({ type: 'draft', draft: tagged });
  }

  if (ours.length < all.length) keep(kept);
  if (!keeps)
    addEventListener('storage', (event) => {
      if (event.key === leftKey) signedOut(ownLeft());
    });
  return {
    kept,
    keep,
    /** From now on what was kept before is nobody's. */
    leave(next: string): void {
      left = next;
      lasting.set(leftKey, next);
    },
  };
}

const readable = <T>(read: Reader<T>, values: unknown): T[] =>
  (Array.isArray(values) ? values : []).flatMap((value) => {
    try {
      return list(read)([value]);
    } catch {
      return [];
    }
  });
