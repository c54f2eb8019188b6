import { api } from '../../api/client.ts';
import type { Communications } from './context.ts';
import { throwAway } from './files/throw-away.ts';
import { draftKey, isEmpty, NOTE } from './state/drafts.ts';
import type { PendingSend } from './state/pending.ts';
import type { RoomsStore } from './store.ts';
import { discard } from './sync/outbox.ts';
import { setDraft } from './writing.ts';

/**
 * Gives up a message that was not sent. What could be taken back may have reached the server without its answer, and would go from there: it is
 * cancelled there first. Throws why it is not known to be, and the message stays.
 */
export async function discardSend({ store, line }: Communications, send: PendingSend): Promise<void> {
  if (send.canBeUndone) await cancelHeld(send);
  discard(store, line, send);
  endDraft(store, send);
  // It may have been stored after all, where nobody knows: then the server keeps it.
  for (const file of [send.file, ...(send.more ?? [])]) if (file !== null) throwAway(file.fileId);
}

/**
 * On the server it may still be a draft, for another machine to go on with: it is not wanted there either. Where something else was written and sent
 * since, the field bears another id and what the server holds may still be this; where something stands in it, its saving puts that in the place of this.
 */
function endDraft(store: RoomsStore, { roomId, channelId, clientMessageId }: PendingSend): void {
  // Told of it later, this window takes it for nothing either.
  store.setState(({ sentDrafts }) => ({ sentDrafts: new Set(sentDrafts).add(clientMessageId) }));
  const key = draftKey(roomId, channelId ?? NOTE);
  const end = (): boolean => {
    const draft = store.getState().drafts.get(key);
    if (draft !== undefined && isEmpty(draft)) setDraft(store, key, { text: '' });
    return draft !== undefined;
  };
  if (end()) return;
  // After a reload drafts are read while it is already given up.
  const stop = store.subscribe(() => {
    if (!store.getState().drafts.has(key)) return;
    stop();
    end();
  });
}

async function cancelHeld({ roomId, clientMessageId }: PendingSend): Promise<void> {
  const { content } = await api.scheduled.list({ params: { roomId } });
  const held = content.find((one) => one.clientMessageId === clientMessageId && one.state === 'WAITING');
  if (held !== undefined) await api.scheduled.change({ params: { roomId, scheduledId: held.id }, body: { become: 'CANCELLED' } });
}
