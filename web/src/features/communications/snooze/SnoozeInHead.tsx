import type { Room } from '@parley/contract';
import { useCan } from '../../../session/current-user.ts';
import { useCommunications } from '../context.ts';
import { useChosen } from '../room/use-chosen.ts';
import { SnoozeButton } from './SnoozeButton.tsx';
import { SnoozedBar } from './SnoozedBar.tsx';

/** The menu among the buttons in the head of a room, where its conversation is mine or I may lay aside a colleague's, and below them until when it sleeps. */
export function SnoozeInHead({ room }: { room: Room }) {
  const { me } = useCommunications();
  const chosen = useChosen();
  const reassigns = useCan(['rooms', 'reassign']);
  if (chosen === undefined || chosen.assignedUserId === null) return null;
  const may = chosen.assignedUserId === me || reassigns;
  return (
    <>
      {may ? <SnoozeButton key={chosen.id} room={room} conversation={chosen} /> : null}
      {chosen.snooze === null ? null : <SnoozedBar room={room} conversation={chosen} canWake={may} />}
    </>
  );
}
