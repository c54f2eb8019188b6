import type { Communications } from '../context.ts';
import { draftKey, emptyDraft, isEmpty, NOTE, standsIn } from '../state/drafts.ts';
import type { PendingSend } from '../state/pending.ts';
import { setWritesIn } from '../store.ts';
import { discard } from '../sync/outbox.ts';
import { setDraft } from '../writing.ts';

/** Refused for what it refers to, or whose place it was to take: tried again as it is, it would be refused again. */
export const isToBeChanged = ({ reason }: Pick<PendingSend, 'reason'>): boolean => reason !== null && TO_BE_CHANGED.has(reason);
const TO_BE_CHANGED: ReadonlySet<string> = new Set(['MESSAGE_DELETED', 'MENTION_OUT_OF_SIGHT', 'MESSAGE_SENT_ANEW', 'EVENT_NOT_RETRYABLE']);

/**
 * What was refused comes back into its field, to be said otherwise; what stood there is offered above it. What it answered to is taken up again, unless
 * that is what was deleted.
 */
export function toField({ store, line }: Pick<Communications, 'store' | 'line'>, send: PendingSend): void {
  const { roomId, channelId, kind, text, file, more = [], quote, reason } = send;
  const key = draftKey(roomId, channelId ?? NOTE);
  const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
  setDraft(store, key, {
    text,
    files: file === null ? [] : [file, ...more],
    fields: quote === undefined || reason === 'MESSAGE_DELETED' ? {} : { quote },
    clientMessageId: crypto.randomUUID(),
    aside: isEmpty(stood) ? [] : [standsIn(stood)],
  });
  discard(store, line, send);
  setWritesIn(store, roomId, kind === 'Note' ? 2 : 0);
}
