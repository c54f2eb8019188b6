import type { Email, Room, RoomEvent } from '@parley/contract';
import { orpc, queryClient } from '../../../../api/client.ts';
import { toastProblem } from '../../../../ui/toast.ts';
import { draftKey } from '../../state/drafts.ts';
import { type RoomsStore, setWritesIn } from '../../store.ts';
import { chooseChannel, setFields } from '../../writing.ts';
import { type AnswerKind, answerFields, heldEmails, ownAddresses } from './standing-email.ts';

/**
 * The composer answers this e-mail, or passes it on, over the channel that it came by, where the room still has that, else over its first e-mail channel; the words
 * that stand there stay.
 */
export async function answerEmail(
  store: RoomsStore,
  room: Room,
  { event, email }: { event: RoomEvent; email: Email },
  kind: AnswerKind,
): Promise<void> {
  const ofEmail = room.channels.filter(({ channelType }) => channelType === 'EMAIL');
  const channel = ofEmail.find(({ channelId }) => channelId === event.origin.channelId) ?? ofEmail[0];
  if (channel === undefined) return;
  try {
    const { content: mailboxes } = await queryClient.ensureQueryData(orpc.emails.writeFrom.queryOptions());
    const emails = heldEmails(store.getState().state.rooms.get(room.id)?.public.events ?? []);
    const fields = answerFields({ eventId: event.id, email }, kind, ownAddresses({ mailboxes, emails }));
    setFields(store, draftKey(room.id, channel.channelId), fields);
    chooseChannel(store, room.id, channel.channelId);
    setWritesIn(store, room.id);
  } catch (problem) {
    toastProblem(problem);
  }
}
