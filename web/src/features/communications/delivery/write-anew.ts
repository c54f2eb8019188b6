import { anewIdOf, type RoomEvent } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { draftKey, emptyDraft, isEmpty } from '../state/drafts.ts';
import { type RoomsStore, setWritesIn } from '../store.ts';
import { chooseChannel, setDraft } from '../writing.ts';

/** Whether the composer can hold what a message says: words, and a file. */
export const isWritten = ({ eventData: { type } }: Pick<RoomEvent, 'eventData'>): boolean =>
  type === 'MESSAGE' || type === 'IMAGE' || type === 'FILE';

/**
 * Puts what a message says that was not delivered into its channel's field, to be changed and sent in its place; what stood there is offered
 * above it. Where it stands there already, in this window or by another, it is left as it is. Throws what the server says.
 */
export async function writeAnew(store: RoomsStore, { id, roomId, origin }: Pick<RoomEvent, 'id' | 'roomId' | 'origin'>): Promise<void> {
  const isThere = (key: string) => {
    const held = store.getState().drafts.get(key);
    return held !== undefined && !isEmpty(held) && held.clientMessageId === anewIdOf(id);
  };
  if (origin.channelId === null || !isThere(draftKey(roomId, origin.channelId))) {
    const { clientMessageId, channelId, text, files } = await api.messages.writeAnew({ params: { roomId, eventId: id } });
    const key = draftKey(roomId, channelId);
    if (!isThere(key)) {
      const stood = store.getState().drafts.get(key) ?? emptyDraft(key);
      const { text: words, files: hanging, fields } = stood;
      setDraft(store, key, { text, files, fields: {}, aside: isEmpty(stood) ? [] : [{ text: words, files: hanging, fields }] });
      // It goes under the id by which it takes that message's place.
      store.setState(({ drafts }) => ({ drafts: new Map(drafts).set(key, { ...(drafts.get(key) ?? stood), clientMessageId }) }));
      setDraft(store, key, {});
    }
  }
  if (origin.channelId !== null) chooseChannel(store, roomId, origin.channelId);
  setWritesIn(store, roomId);
}
