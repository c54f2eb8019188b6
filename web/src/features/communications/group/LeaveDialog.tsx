import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { roomName } from '../room/room-words.ts';
import { removeColleague } from './deeds.ts';

/** Asks before one leaves a group: only somebody in it can bring one back. */
export function LeaveDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const text = useText();
  const go = useGo();
  const { me } = useCommunications();
  const name = roomName(room, text, me);
  const leave = async () => {
    await removeColleague(room.id, me);
    toastSuccess('COLLEAGUES_LEFT', { name });
    go({ roomId: null, tab: 0 }, { replace: true });
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
