import { anewOf, type RoomEvent } from '@parley/contract';
import { api } from '../../../api/client.ts';
import { draftKey, isEmpty } from '../state/drafts.ts';
import { type RoomsStore, setWritesIn } from '../store.ts';
import { chooseChannel } from '../writing.ts';
import { emailFieldsOf, fillField } from './fill-field.ts';

/**
 * Puts what a message says that was not delivered into its channel's field, to be changed and sent in its place; what stood there is offered
 * above it. Where it stands there already, by this window or by another, it is left as it is. Throws what the server says.
 */
export async function writeAnew(store: RoomsStore, { id, roomId, origin }: Pick<RoomEvent, 'id' | 'roomId' | 'origin'>): Promise<void> {
  const isThere = (channelId: string | null): channelId is string => {
    const held = store.getState().drafts.get(draftKey(roomId, channelId ?? ''));
    return held !== undefined && !isEmpty(held) && anewOf(held.clientMessageId) === id;
  };
  if (!isThere(origin.channelId)) {
    const { clientMessageId, channelId, text, files, email } = await api.messages.writeAnew({ params: { roomId, eventId: id } });
    if (!isThere(channelId)) return fillField(store, { roomId, channelId, text, files, fields: emailFieldsOf(email) }, clientMessageId);
  }
  if (origin.channelId !== null) chooseChannel(store, roomId, origin.channelId);
  setWritesIn(store, roomId);
}
