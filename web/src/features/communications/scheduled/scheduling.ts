import { hasVisible, type ScheduledChange, type ScheduledMessage } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { text } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { makeOffer } from '../bulk/offer.ts';
import type { Communications } from '../context.ts';
import { dayTime } from '../snooze/day-time.ts';
import { type Draft, type DraftContent, draftKey, emptyDraft, isEmpty } from '../state/drafts.ts';
import { dropSend } from '../state/pending.ts';
import { changeState, setWritesIn } from '../store.ts';
import { chooseChannel, sendDraft, setDraft } from '../writing.ts';
import { hearScheduled } from './hold.ts';
import { readAgain } from './scheduled-messages.ts';

/** Longer than a toast: it has to be read, and to be reached by keyboard. */
const UNDO_MS = 10_000;

export interface Choice {
  at: Date;
  timezone: string;
  unlessCustomerWrites: boolean;
}

const contentOf = ({ text: words, files, fields }: DraftContent): DraftContent => ({ text: words, files, fields });

/** What stands in the composer is sent at a time; the field is empty then, and that can be taken back. Throws why it was refused. */
export async function sendLater(
  communications: Communications,
  draft: Draft,
  { at, timezone, unlessCustomerWrites }: Choice,
): Promise<void> {
  const { store } = communications;
  const { roomId, channelId, files } = draft;
  const key = draftKey(roomId, channelId);
  const clientMessageId = draft.clientMessageId || crypto.randomUUID();
  const words = hasVisible(draft.text) ? draft.text : null;
  const body = { clientMessageId, channelId, text: words, fileIds: files.map(({ fileId }) => fileId), timezone, unlessCustomerWrites };
  const message = await api.scheduled.create({ params: { roomId }, body: { ...body, sendAt: at.toISOString() } });
  const now = store.getState().drafts.get(key);
  sendDraft(store, key, clientMessageId);
  // Written while it was on its way: that is a draft of its own.
  if (now !== undefined && (now.text !== draft.text || now.files !== files)) setDraft(store, key, contentOf(now));
  await hearScheduled(message);
  makeOffer({
    says: [{ key: 'SCHEDULED_DONE', params: { time: dayTime(message.sendAt, serverNow(), text) } }],
    lasts: UNDO_MS,
    undo: () => takeBack(communications, message),
    lapse: async () => undefined,
  });
}

async function change({ roomId, id: scheduledId }: ScheduledMessage, become: ScheduledChange['become']): Promise<ScheduledMessage | null> {
  try {
    return await api.scheduled.change({ params: { roomId, scheduledId }, body: { become } });
  } catch (problem) {
    toastProblem(problem);
    return null;
  } finally {
    await readAgain(roomId);
  }
}

export const sendNow = (message: ScheduledMessage): Promise<unknown> => change(message, 'SENT');
export const dismiss = (message: ScheduledMessage): Promise<unknown> => change(message, 'DISMISSED');

/** It is not sent; that was not meant, perhaps. */
export async function cancel(message: ScheduledMessage): Promise<void> {
  if ((await change(message, 'CANCELLED')) === null) return;
  makeOffer({
    says: [{ key: 'SCHEDULED_DONE_CANCELLED' }],
    lasts: UNDO_MS,
    undo: () => change(message, 'WAITING'),
    lapse: async () => undefined,
  });
}

/**
 * Puts it into the composer again; what stood there is offered above it. The server tells of it until the field has it, so that it is in one of the two
 * places whatever dies in between.
 */
export async function takeBack({ store }: Communications, message: ScheduledMessage): Promise<void> {
  const taken = await change(message, 'TAKEN_BACK');
  if (taken === null) return;
  const { roomId, channelId, clientMessageId } = taken;
  const key = draftKey(roomId, channelId);
  const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
  changeState(store, (state) => dropSend(state, roomId, clientMessageId));
  setDraft(store, key, { text: taken.text, files: taken.files, fields: {}, aside: isEmpty(stood) ? [] : [contentOf(stood)] });
  chooseChannel(store, roomId, channelId);
  setWritesIn(store, roomId);
  await change(taken, 'DISMISSED');
}
