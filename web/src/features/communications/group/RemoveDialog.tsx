import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { removeColleague } from './deeds.ts';

interface RemoveDialogProps {
  room: Room;
  userId: string;
  name: string;
  onClose: () => void;
}

/** Asks before somebody is taken out of a group. */
export function RemoveDialog({ room, userId, name, onClose }: RemoveDialogProps) {
  const text = useText();
  const remove = async () => {
    await removeColleague(room.id, userId);
    toastSuccess('COLLEAGUES_REMOVED', { name });
    return true;
  };
  return (
    <ConfirmDialog
      title={text('COLLEAGUES_REMOVE_QUESTION', { name })}
      words={text('COLLEAGUES_REMOVE_WORDS')}
      verb={text('COLLEAGUES_REMOVE_VERB')}
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
