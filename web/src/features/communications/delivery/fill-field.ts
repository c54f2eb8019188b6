import { type DraftContent, draftKey, emptyDraft, isEmpty } from '../state/drafts.ts';
import { type RoomsStore, setWritesIn } from '../store.ts';
import { chooseChannel, setDraft } from '../writing.ts';

interface Words extends Pick<DraftContent, 'text' | 'files'> {
  readonly roomId: string;
  readonly channelId: string;
  /** Ids of scheduled messages whose words these are: from now on they stand here alone. */
  readonly settled?: readonly string[];
}

/**
 * Puts words and files into the field of a channel, which is gone to; what stood there is offered above it.
 * @param clientMessageId under which they are to be sent, where that says something; otherwise it is a new one
 */
export function fillField(store: RoomsStore, { roomId, channelId, text, files, settled = [] }: Words, clientMessageId?: string): void {
  const key = draftKey(roomId, channelId);
  const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
  const { text: words, files: hanging, fields } = stood;
  setDraft(store, key, { text, files, fields: {}, aside: isEmpty(stood) ? [] : [{ text: words, files: hanging, fields }], settled });
  if (clientMessageId !== undefined) {
    store.setState(({ drafts }) => ({ drafts: new Map(drafts).set(key, { ...(drafts.get(key) ?? stood), clientMessageId }) }));
    setDraft(store, key, {});
  }
  chooseChannel(store, roomId, channelId);
  setWritesIn(store, roomId);
}
