import { type Conversation, type MessagingBlock, type Room, unreachable } from '@parley/contract';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { useFacts } from '../customer/use-facts.ts';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { asSentence, roomName } from '../room/room-words.ts';
import { TakeButton } from '../room/TakeButton.tsx';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './Composer.module.css';
import { spokenOf } from './spoken-of.ts';
import { useToNotes } from './use-to-notes.ts';

/** Why nothing can be written to the customer here now. */
export function useBarWords(room: Room, about: Conversation | undefined): string {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const holder = about?.assignedUserId ?? me;
  const isResolved = room.state === 'RESOLVED';
  const isBlocked = useFacts(room.id, isResolved).data?.block != null;
  if (about?.state === 'UNASSIGNED') return text('COMMUNICATIONS_BAR_WAITS');
  const block = blockOf(room, about);
  if (holder === me && block) return text(block);
  if (isResolved) return text(isBlocked ? 'COMMUNICATIONS_BAR_BLOCKED' : 'COMMUNICATIONS_BAR_RESOLVED', { name: roomName(room, text, me) });
  return holder === me ? text('COMMUNICATIONS_BAR_CLOSED') : asSentence(text('COMMUNICATIONS_BAR_HELD', { name: nameOf(holder) }));
}

/** Why the customer is reached on no channel of a conversation; of none, of the room. */
function blockOf({ channels }: Room, about: Conversation | undefined): MessagingBlock | null | undefined {
  const spoken =
    about === undefined ? channels : channels.filter(({ channelId }) => about.channels.some((one) => one.channelId === channelId));
  const blocks = spoken.map(unreachable);
  return blocks.includes(null) ? null : blocks[0];
}

/**
 * The same, and what can be done: take it, or write a note.
 *
 * @param channelId of the channel that was chosen, if one was
 */
export function ComposerBar({ record, channelId }: { record: RoomRecord; channelId: string | undefined }) {
  const text = useText();
  const { room } = record;
  const toNotes = useToNotes(room.id);
  const nameOf = useColleagueName();
  const pictureOf = useColleaguePicture();
  const { me } = useCommunications();
  const about = spokenOf(room, me, channelId);
  const words = useBarWords(room, about);
  const holder = about?.assignedUserId ?? me;
  const waits = about?.state === 'UNASSIGNED';
  return (
    <div className={styles.closed} tabIndex={-1} data-after-resolve>
      {waits ? <Icon name="clock" /> : room.state === 'RESOLVED' ? <Icon name="check" /> : null}
      {holder !== me ? <ColleagueAvatar name={nameOf(holder)} pictureId={pictureOf(holder)} size={28} /> : null}
      <span className={styles.why}>{words}</span>
      <Button variant="default" leftSection={<Icon name="lock" />} onClick={toNotes}>
        {text('COMMUNICATIONS_WRITE_NOTE')}
      </Button>
      {waits ? <TakeButton room={room} conversation={about} variant="light" /> : null}
    </div>
  );
}
