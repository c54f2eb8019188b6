import { anewOf, type EmailWriting, hasVisible, type ScheduledChange, type ScheduledEdit, type ScheduledMessage } from '@parley/contract';
import { ApiProblem, UNREACHABLE } from '../../../api/api-problem.ts';
import { api, queryClient } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { text } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { isOffered, makeOffer, type Offer, withdraw } from '../bulk/offer.ts';
import type { Communications } from '../context.ts';
import { emailFieldsOf, fillField } from '../delivery/fill-field.ts';
import { dayTime } from '../snooze/day-time.ts';
import { type Draft, type DraftContent, draftKey, emptyDraft } from '../state/drafts.ts';
import { idAfter } from '../state/part-ids.ts';
import { dropSend } from '../state/pending.ts';
import { changeState, type RoomsStore } from '../store.ts';
import { sendDraft, setDraft } from '../writing.ts';
import { hearScheduled } from './hold.ts';
import { readAgain, toldOf } from './scheduled-messages.ts';
import { setReturning } from './undoable.ts';

/** Longer than a toast: it has to be read, and to be reached by keyboard. */
const UNDO_MS = 10_000;

export interface Choice {
  at: Date;
  timezone: string;
  unlessCustomerWrites: boolean;
  /** Of an e-mail: all that belongs to it beside its words and files. */
  email?: EmailWriting | undefined;
}

/** So often more it is asked for under its id while no answer comes, with a pause before each. */
const ASKED_AGAIN = 2;
const PAUSE_MS = 1000;

/** Keeps a message to be sent later. An answer that was lost may have been a yes: it is asked for again, and is the one that was kept. */
async function keptOnce(input: Parameters<typeof api.scheduled.create>[0]): Promise<ScheduledMessage> {
  for (let left = ASKED_AGAIN; ; left -= 1) {
    try {
      return await api.scheduled.create(input);
    } catch (problem) {
      if (left === 0 || !(problem instanceof ApiProblem) || problem.status !== UNREACHABLE) throw problem;
      await new Promise((again) => setTimeout(again, PAUSE_MS));
    }
  }
}

const contentOf = ({ text: words, files, fields }: DraftContent): DraftContent => ({ text: words, files, fields });

const idsOf = ({ files }: DraftContent): string => files.map(({ fileId }) => fileId).join();
const saysTheSame = (one: DraftContent, other: DraftContent): boolean => one.text === other.text && idsOf(one) === idsOf(other);

/** What stands in the composer is sent at a time; the field is empty then, and that can be taken back. Throws why it was refused. */
export async function sendLater(
  communications: Communications,
  draft: Draft,
  { at, timezone, unlessCustomerWrites, email }: Choice,
): Promise<void> {
  const { store } = communications;
  const { roomId, channelId, files } = draft;
  const key = draftKey(roomId, channelId);
  const clientMessageId = draft.clientMessageId || crypto.randomUUID();
  const words = hasVisible(draft.text) ? draft.text : null;
  const body = { clientMessageId, channelId, text: words, fileIds: files.map(({ fileId }) => fileId), timezone, unlessCustomerWrites };
  const looks = email === undefined ? {} : { email };
  const message = await keptOnce({ params: { roomId }, body: { ...body, ...looks, sendAt: at.toISOString() } });
  const now = store.getState().drafts.get(key);
  sendDraft(store, key, clientMessageId);
  // Written while it was on its way: that is a draft of its own. What the server has saved meanwhile says the same in lists of its own.
  if (now !== undefined && !saysTheSame(now, draft)) setDraft(store, key, contentOf(now));
  await hearScheduled(message);
  const offer: Offer = {
    says: [{ key: 'SCHEDULED_DONE', params: { time: dayTime(message.sendAt, serverNow(), text) } }],
    lasts: UNDO_MS,
    undo: () => takeBack(store, [message]),
    lapse: async () => undefined,
  };
  makeOffer(offer);
  withdrawWhenSettled(message, offer);
}

/** It may be decided before the offer ends, as by a customer who writes first: what is told of it then says otherwise. */
function withdrawWhenSettled({ roomId, id }: ScheduledMessage, offer: Offer): void {
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!isOffered(offer)) return stop();
    const told = toldOf(roomId);
    if (told !== undefined && told.content.find((one) => one.id === id)?.state !== 'WAITING') withdraw(offer);
  });
}

/** The refusal of one deed of several that one call stands for, so that its own words say what could not be done. */
function asDeed(problem: unknown, become: ScheduledChange['become']): unknown {
  if (!(problem instanceof ApiProblem)) return problem;
  const { status, requestId } = problem;
  // Nothing was typed that would be kept.
  const isWithout = become === 'SENT' && problem.key === 'CONVERSATION_RESOLVED';
  const said = isWithout ? { message: 'SCHEDULED_WITHOUT_CONVERSATION', errors: [] } : { message: problem.key, errors: problem.errors };
  return new ApiProblem(status, said, requestId, { cause: problem, operation: `SCHEDULED_${become}` });
}

async function change(
  { roomId, id: scheduledId }: ScheduledMessage,
  become: ScheduledChange['become'],
  seenSeq?: number,
): Promise<ScheduledMessage | null> {
  try {
    return await api.scheduled.change({ params: { roomId, scheduledId }, body: { become, seenSeq } });
  } catch (problem) {
    toastProblem(asDeed(problem, become));
    return null;
  } finally {
    await readAgain(roomId);
  }
}

export const sendNow = (message: ScheduledMessage): Promise<unknown> => change(message, 'SENT');
/** What was sent at once, in its order. */
export async function sendAllNow(messages: readonly ScheduledMessage[]): Promise<void> {
  for (const message of messages) await sendNow(message);
}
/**
 * Sends what its writer was asked about all the same, in its order; what a colleague has answered once more meanwhile stands there with the question again,
 * and so does what comes behind it.
 */
export async function sendAskedAnyway(messages: readonly ScheduledMessage[]): Promise<void> {
  const seenSeq = Math.max(0, ...messages.map(({ answer }) => answer?.seq ?? 0));
  for (const message of messages) await change(message, 'SENT', seenSeq);
}
export async function dismissAll(messages: readonly ScheduledMessage[]): Promise<void> {
  for (const message of messages) await dismiss(message);
}
export const dismiss = (message: ScheduledMessage): Promise<unknown> => change(message, 'DISMISSED');

/** Puts what its author has made of a message that waits into its place. Throws why it was refused. */
export async function saveEdit({ roomId, id: scheduledId }: ScheduledMessage, body: ScheduledEdit): Promise<ScheduledMessage> {
  try {
    const message = await api.scheduled.edit({ params: { roomId, scheduledId }, body });
    await hearScheduled(message);
    return message;
  } catch (problem) {
    void readAgain(roomId);
    throw problem;
  }
}

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
 * Puts what was sent at once into the composer again, words and files together; what stood there is offered above it. The server tells of it until it
 * has the draft that holds it, so that it is in one of the two places whatever dies in between; a draft that was sent before it was saved is told here. @returns whether any of it could be taken back
 */
export async function takeBack(store: RoomsStore, messages: readonly ScheduledMessage[]): Promise<boolean> {
  const ids = messages.map(({ id }) => id);
  setReturning(ids, true);
  const answers = await Promise.all(messages.map((message) => change(message, 'TAKEN_BACK')));
  const taken = answers.filter((one) => one !== null);
  const [first] = taken;
  if (first === undefined) {
    setReturning(ids, false);
    return false;
  }
  const { roomId, channelId } = first;
  const key = draftKey(roomId, channelId);
  for (const { clientMessageId } of taken) changeState(store, (state) => dropSend(state, roomId, clientMessageId));
  const words = {
    text: taken.map(({ text: said }) => said).join(''),
    files: taken.flatMap(({ files }) => files),
    // Whatever saves this draft, now or after a reload, says that they stand in it.
    // Of several the looks of one would not be those of all the words.
    fields: emailFieldsOf(taken.length === 1 ? first.email : first.email && { ...first.email, html: undefined }),
    settled: taken.map(({ id }) => id),
  };
  // What was to take the place of an undelivered message still is.
  const under = anewOf(first.clientMessageId) === null ? undefined : idAfter(first.clientMessageId);
  fillField(store, { roomId, channelId, ...words }, under);
  void kept(store, key)
    .then(() => Promise.all(taken.map((message) => change(message, 'DISMISSED'))))
    .finally(() => setReturning(ids, false));
  return true;
}

/** Once the server has what stands in a draft's field now, or, sent meanwhile, has that. */
function kept(store: RoomsStore, key: string): Promise<void> {
  const { clientMessageId, version, roomId } = store.getState().drafts.get(key) ?? emptyDraft(key);
  const isKept = () => {
    const { drafts, state } = store.getState();
    const send = state.pending.get(roomId)?.find((one) => one.clientMessageId === clientMessageId);
    if (send !== undefined) return send.status === 'held' || send.status === 'stored';
    const draft = drafts.get(key);
    return draft?.clientMessageId !== clientMessageId || draft.unsaved === null || draft.version !== version;
  };
  return new Promise((resolve) => {
    // What leaves the field is on its way a moment later.
    const look = () => queueMicrotask(() => (isKept() ? end() : undefined));
    const stop = store.subscribe(look);
    const end = () => {
      stop();
      resolve();
    };
    look();
  });
}
