import type { RoomEvent } from '@parley/contract';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useCommunications } from '../context.ts';
import { messageFile } from '../files/event-file.ts';
import { deleteMessage } from './deeds.ts';

/** Asks before a message is deleted: its words cannot be brought back. */
export function DeleteDialog({ event, onClose }: { event: RoomEvent; onClose: () => void }) {
  const text = useText();
  const communications = useCommunications();
  const remove = async () => {
    await deleteMessage(communications, { roomId: event.roomId, eventId: event.id });
    return true;
  };
  return (
    <ConfirmDialog
      title={text('SAID_DELETE_QUESTION')}
      words={text(messageFile(event) === null ? 'SAID_DELETE_WORDS' : 'SAID_DELETE_WORDS_AND_FILE')}
      verb={text('SAID_DELETE')}
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
