import type { Conversation, Room } from '@parley/contract';
import { useCan } from '../../../session/current-user.ts';
import { useCommunications } from '../context.ts';
import { openConversations } from '../room/room-words.ts';
import { SnoozeButton } from './SnoozeButton.tsx';
import { SnoozedBar } from './SnoozedBar.tsx';

/** The conversation that sleeps, and the one that may be snoozed: that one, or one that I hold; for those who may, also a colleague's. */
function useSnooze(room: Room): { snoozable: Conversation | undefined; asleep: Conversation | undefined } {
  const { me } = useCommunications();
  const reassigns = useCan(['rooms', 'reassign']);
  const held = openConversations(room, me).filter(({ assignedUserId }) => assignedUserId !== null);
  const may = held.filter(({ assignedUserId }) => assignedUserId === me || reassigns);
  const sleeps = ({ snooze }: Conversation) => snooze !== null;
  return { snoozable: may.find(sleeps) ?? may[0], asleep: may.find(sleeps) ?? held.find(sleeps) };
}

/** The menu among the buttons in the head of a room, and below them until when it sleeps. */
export function SnoozeInHead({ room }: { room: Room }) {
  const { snoozable, asleep } = useSnooze(room);
  return (
    <>
      {snoozable === undefined ? null : <SnoozeButton room={room} conversation={snoozable} />}
      {asleep === undefined ? null : <SnoozedBar room={room} conversation={asleep} canWake={asleep === snoozable} />}
    </>
  );
}
