import type { Communications } from '../context.ts';
import { emailFieldsOf } from '../delivery/fill-field.ts';
import { draftKey, emptyDraft, isEmpty, NOTE, standsIn } from '../state/drafts.ts';
import type { PendingSend } from '../state/pending.ts';
import { setWritesIn } from '../store.ts';
import { discard, TROUBLED, UNREACHED } from '../sync/outbox.ts';
import { chooseChannel, setDraft } from '../writing.ts';

/** Refused for what it refers to, whose place it was to take, or what its channel never takes: tried again as it is, it would be refused again. */
export const isToBeChanged = ({ reason }: Pick<PendingSend, 'reason'>): boolean => reason !== null && TO_BE_CHANGED.test(reason);
const TO_BE_CHANGED =
  /^(MESSAGE_(DELETED|SENT_ANEW|OF_OTHER_KIND)|MENTION_OUT_OF_SIGHT|EVENT_NOT_RETRYABLE|COLLEAGUES_ONLY|CLIENT_MESSAGE_ID_USED|FILE_(NOT_FOUND|ALREADY_SENT|IN_OTHER_SCHEDULED)|EMAIL_.+|CHANNEL_(TAKES|WITHOUT|PICTURE|FILE)_.+|.+_CANNOT_MESSAGE_NO_REPLIES|.+_TOO_(LONG|LARGE|BIG))$/;

/** It was not refused, and goes by itself: there is nothing to change about it. */
export const goesLater = ({ reason }: Pick<PendingSend, 'reason'>): boolean => reason === UNREACHED || reason === TROUBLED;

/**
 * What was refused comes back into its field, to be said otherwise; what stood there is offered above it. What it answered to is taken up again, unless
 * that is what was deleted.
 */
export function toField({ store, line }: Pick<Communications, 'store' | 'line'>, send: PendingSend): void {
  const { roomId, channelId, kind, text, file, more = [], email, quote, reason } = send;
  const key = draftKey(roomId, channelId ?? NOTE);
  const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
  setDraft(store, key, {
    text,
    files: file === null ? [] : [file, ...more],
    fields: { ...emailFieldsOf(email), ...(quote === undefined || reason === 'MESSAGE_DELETED' ? {} : { quote }) },
    clientMessageId: crypto.randomUUID(),
    aside: isEmpty(stood) ? [] : [standsIn(stood)],
  });
  discard(store, line, send);
  // Where the composer stands on another channel, it comes to this one.
  if (
    store
      .getState()
      .state.rooms.get(roomId)
      ?.room.channels.some((one) => one.channelId === channelId)
  )
    chooseChannel(store, roomId, channelId ?? '');
  setWritesIn(store, roomId, kind === 'Note' ? 2 : 0);
}
