import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { removeColleague } from './deeds.ts';

interface LeaveDialogProps {
  roomId: string;
  /** Of the group. */
  name: string;
  me: string;
  onLeft: () => void;
  onClose: () => void;
}

/** Asks before one leaves a group: only somebody in it can bring one back. */
export function LeaveDialog({ roomId, name, me, onLeft, onClose }: LeaveDialogProps) {
  const text = useText();
  const leave = async () => {
    await removeColleague(roomId, me);
    toastSuccess('COLLEAGUES_LEFT', { name });
    onLeft();
    return true;
  };
  return (
    <ConfirmDialog
      title={text('COLLEAGUES_LEAVE_QUESTION', { name })}
      words={text('COLLEAGUES_LEAVE_WORDS')}
      verb={text('COLLEAGUES_LEAVE_VERB')}
      danger
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
