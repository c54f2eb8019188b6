import { hasVisible, INTERNAL_CHANNEL_ID, type UploadedFile } from '@parley/contract';
import { serverNow } from '../../api/server-clock.ts';
import { toastProblem } from '../../ui/toast.ts';
import { ask } from './actions.ts';
import { type Communications, useCommunications } from './context.ts';
import { draftKey, NOTE } from './state/drafts.ts';
import { idOfPart } from './state/part-ids.ts';
import type { PendingSend } from './state/pending.ts';
import { dispatch } from './sync/outbox.ts';
import { shownSeq } from './timeline/shown.ts';
import { sendDraft } from './writing.ts';

/** What an agent does with messages in an open room. Each says by itself when it could not be done. */
export interface MessageActions {
  /**
   * Sends what is in the composer: it shows at once, and the draft is gone at once, in every window. `undoes`: what goes to a customer can be taken
   * back for a while. `refers`: what it answers to, and whom it names; of an e-mail all that belongs to it.
   */
  say: (
    roomId: string,
    channelId: string | null,
    text: string,
    files: readonly UploadedFile[],
    undoes: boolean,
    refers?: Pick<PendingSend, 'quote' | 'mentions' | 'email'>,
  ) => void;
  retry: (send: PendingSend) => void;
  discard: (send: PendingSend) => void;
  /** Sends again what the channel did not deliver, or of which nobody knows whether it did. */
  deliverAgain: (roomId: string, eventId: string) => Promise<boolean>;
}

/** The first file takes the words; each further one is a message of its own, in order. An e-mail takes all of them. */
function partsOf(text: string, files: readonly UploadedFile[], isEmail: boolean): readonly Pick<PendingSend, 'text' | 'file' | 'more'>[] {
  const [first, ...more] = files;
  if (first === undefined) return [{ text, file: null }];
  const words = hasVisible(text) ? text : '';
  if (isEmail) return [{ text: words, file: first, more }];
  return files.map((file) => ({ text: file === first ? words : '', file }));
}

function say(
  { store, line }: Communications,
  ...[roomId, channelId, text, files, undoes, refers]: Parameters<MessageActions['say']>
): void {
  const canBeUndone = undoes && channelId !== null && channelId !== INTERNAL_CHANNEL_ID;
  const key = draftKey(roomId, channelId ?? NOTE);
  // Under the draft's id: once it is stored, the server knows that the draft is none any more.
  const ofDraft = store.getState().drafts.get(key)?.clientMessageId || crypto.randomUUID();
  sendDraft(store, key, ofDraft);
  const channels = store.getState().state.rooms.get(roomId)?.room.channels;
  const isEmail = channels?.find((one) => one.channelId === channelId)?.channelType === 'EMAIL';
  for (const [place, part] of partsOf(text, files, isEmail).entries()) {
    void dispatch(store, line, {
      ...part,
      ...(canBeUndone ? { canBeUndone } : {}),
      // The first part bears the words, and with them what they refer to.
      ...(place === 0 ? refers : {}),
      clientMessageId: idOfPart(ofDraft, place),
      roomId,
      kind: channelId === null ? 'Note' : 'Text',
      channelId,
      seenSeq: (channelId !== null && shownSeq(roomId)) || undefined,
      createdAt: new Date(serverNow()).toISOString(),
      status: 'sending',
      reason: null,
      params: {},
    });
  }
}

/** It comes with what else lies behind an open room, and is there before there may be no line. */
async function discardSend(communications: Communications, send: PendingSend): Promise<void> {
  try {
    await (await import('./discard-send.ts')).discardSend(communications, send);
  } catch (problem) {
    toastProblem(problem);
  }
}

export function useMessageActions(): MessageActions {
  const communications = useCommunications();
  return {
    say: (...said) => say(communications, ...said),
    retry: (send) => void dispatch(communications.store, communications.line, send),
    discard: (send) => void discardSend(communications, send),
    deliverAgain: (roomId, roomEventId) =>
      ask(communications, { type: 'Pending', payload: { clientStatus: 'PENDING', roomId, roomEventId } }),
  };
}
