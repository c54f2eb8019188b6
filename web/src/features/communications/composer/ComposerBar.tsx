import type { Room } from '@parley/contract';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { useFacts } from '../customer/use-facts.ts';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { asSentence, openConversations, roomName } from '../room/room-words.ts';
import { TakeButton } from '../room/TakeButton.tsx';
import { waitingConversation } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './Composer.module.css';
import { useToNotes } from './use-to-notes.ts';

/** Whose the conversation is, where that is somebody else. */
function useHolder(room: Room): string | null {
  const { me } = useCommunications();
  const holder = openConversations(room, me).find(({ assignedUserId }) => assignedUserId !== null)?.assignedUserId ?? null;
  return holder === me ? null : holder;
}

/** Why nothing can be written to the customer here now. */
export function useBarWords(room: Room): string {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const holder = useHolder(room);
  const isResolved = room.state === 'RESOLVED';
  const isBlocked = useFacts(room.id, isResolved).data?.block != null;
  if (waitingConversation(room) !== undefined) return text('COMMUNICATIONS_BAR_WAITS');
  if (isResolved) return text(isBlocked ? 'COMMUNICATIONS_BAR_BLOCKED' : 'COMMUNICATIONS_BAR_RESOLVED', { name: roomName(room, text, me) });
  return holder === null ? text('COMMUNICATIONS_BAR_CLOSED') : asSentence(text('COMMUNICATIONS_BAR_HELD', { name: nameOf(holder) }));
}

/** The same, and what can be done: take it, or write a note. */
export function ComposerBar({ record }: { record: RoomRecord }) {
  const text = useText();
  const { room } = record;
  const toNotes = useToNotes(room.id);
  const nameOf = useColleagueName();
  const pictureOf = useColleaguePicture();
  const words = useBarWords(room);
  const holder = useHolder(room);
  const waits = waitingConversation(room) !== undefined;
  return (
    <div className={styles.closed} tabIndex={-1} data-after-resolve>
      {waits ? <Icon name="clock" /> : room.state === 'RESOLVED' ? <Icon name="check" /> : null}
      {!waits && holder !== null ? <ColleagueAvatar name={nameOf(holder)} pictureId={pictureOf(holder)} size={28} /> : null}
      <span className={styles.why}>{words}</span>
      <Button variant="default" leftSection={<Icon name="lock" />} onClick={toNotes}>
        {text('COMMUNICATIONS_WRITE_NOTE')}
      </Button>
      {waits ? <TakeButton room={room} variant="light" /> : null}
    </div>
  );
}
