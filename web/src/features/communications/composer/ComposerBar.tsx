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

/** Why nothing can be written to the customer here now, and what can be done: take it, or write a note. */
export function ComposerBar({ record }: { record: RoomRecord }) {
  const text = useText();
  const toNotes = useToNotes(record.room.id);
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const pictureOf = useColleaguePicture();
  const { room } = record;
  const waits = waitingConversation(room) !== undefined;
  const holder = openConversations(room, me).find(({ assignedUserId }) => assignedUserId !== null)?.assignedUserId ?? null;
  const isResolved = room.state === 'RESOLVED';
  const isBlocked = useFacts(room.id, isResolved).data?.block != null;
  const words = waits
    ? text('COMMUNICATIONS_BAR_WAITS')
    : isResolved
      ? text(isBlocked ? 'COMMUNICATIONS_BAR_BLOCKED' : 'COMMUNICATIONS_BAR_RESOLVED', { name: roomName(room, text, me) })
      : holder === null || holder === me
        ? text('COMMUNICATIONS_BAR_CLOSED')
        : asSentence(text('COMMUNICATIONS_BAR_HELD', { name: nameOf(holder) }));
  return (
    <div className={styles.closed} tabIndex={-1} data-after-resolve>
      {waits ? <Icon name="clock" /> : isResolved ? <Icon name="check" /> : null}
      {!waits && holder !== null && holder !== me ? (
        <ColleagueAvatar name={nameOf(holder)} pictureId={pictureOf(holder)} size={28} />
      ) : null}
      <span className={styles.why}>{words}</span>
      <Button variant="default" leftSection={<Icon name="lock" />} onClick={toNotes}>
        {text('COMMUNICATIONS_WRITE_NOTE')}
      </Button>
      {waits ? <TakeButton room={room} variant="light" /> : null}
    </div>
  );
}
