import type { EmailWriting } from '@parley/contract';
import { type DraftContent, draftKey, emptyDraft, isEmpty, standsIn } from '../state/drafts.ts';
import { type RoomsStore, setWritesIn } from '../store.ts';
import { chooseChannel, setDraft } from '../writing.ts';

interface Words extends Pick<DraftContent, 'text' | 'files'>, Partial<Pick<DraftContent, 'fields'>> {
  readonly roomId: string;
  readonly channelId: string;
  /** Ids of scheduled messages whose words these are: from now on they stand here alone. */
  readonly settled?: readonly string[];
}

/**
 * Puts words and files into the field of a channel, which is gone to; what stood there is offered above it.
 * @param clientMessageId under which they are to be sent, where that says something; otherwise it is a new one
 */
export function fillField(
  store: RoomsStore,
  { roomId, channelId, text, files, fields = {}, settled = [] }: Words,
  clientMessageId: string = crypto.randomUUID(),
): void {
  const key = draftKey(roomId, channelId);
  const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
  setDraft(store, key, { text, files, fields, clientMessageId, aside: isEmpty(stood) ? [] : [standsIn(stood)], settled });
  chooseChannel(store, roomId, channelId);
  setWritesIn(store, roomId);
}

/** An e-mail that was sent as it stands in a draft: what it did not have is chosen, and not left to what is usual. */
export const emailFieldsOf = (email: EmailWriting | undefined): DraftContent['fields'] =>
  email === undefined ? {} : { ...email, signatureId: email.signatureId ?? null, quotes: email.quotes ?? null };
