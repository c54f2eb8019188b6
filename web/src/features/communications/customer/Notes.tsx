import type { PinnedNote } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { ROUTE, searchOf, usePlace } from '../place.ts';
import { asSentence, messageWords, shortWhen } from '../room/room-words.ts';
import { WrittenText } from '../timeline/WrittenText.tsx';
import styles from './Customer.module.css';
import { type PinnedNotes, usePinning } from './pinned-notes.ts';
import { Reading } from './Reading.tsx';

interface NoteProps {
  roomId: string;
  note: PinnedNote;
  onUnpin: (() => void) | undefined;
}

function Note({ roomId, note: { event, byId, byName, at }, onUnpin }: NoteProps) {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const { show, filter } = usePlace();
  const { message, type } = event.eventData;
  const writer = event.origin.id === me ? text('COMMUNICATIONS_YOU') : (event.origin.name ?? '');
  const pinned =
    byId === me
      ? text('CUSTOMER_PINNED_BY_YOU', { time: format.dateTime(at) })
      : text('CUSTOMER_PINNED_BY', { name: byName, time: format.dateTime(at) });
  const unpin = text('COMMUNICATIONS_UNPIN');
  return (
    <li className={styles.worth} title={pinned}>
      <div className={styles.worthWords}>
        <WrittenText text={messageWords(type, message?.text ?? null, text)} />
      </div>
      <div className={styles.worthFoot}>
        <Link to={ROUTE} params={{ roomId }} search={searchOf(2, show, filter, event.id)} className={styles.worthLink}>
          {text('CUSTOMER_NOTE_BY', { name: writer, time: asSentence(shortWhen(event.createdAt, serverNow(), text, format)) })}
        </Link>
        {onUnpin === undefined ? null : (
          <button type="button" className={styles.unpin} aria-label={unpin} title={unpin} onClick={onUnpin}>
            <Icon name="x" size={14} />
          </button>
        )}
      </div>
    </li>
  );
}

/** Notes worth knowing: those that somebody has pinned. */
export function Notes({ roomId, notes }: { roomId: string; notes: PinnedNotes }) {
  const text = useText();
  const mayNote = useCan(['rooms', 'note']);
  const pinning = usePinning(roomId);
  const unpin = async (button: Element | null, eventId: string) => {
    const heading = button?.querySelector<HTMLElement>('h3 button');
    // The note is gone with its button: who uses keys goes on from the block's name.
    if (await pinning(eventId, false)) heading?.focus();
  };
  return (
    <Reading query={notes} lines={2}>
      {({ content }) =>
        content.length === 0 ? (
          <p className={styles.nothing}>{text('CUSTOMER_NO_NOTES')}</p>
        ) : (
          <ul className={styles.list}>
            {content.map((note) => (
              <Note
                key={note.event.id}
                roomId={roomId}
                note={note}
                onUnpin={mayNote ? () => void unpin(document.activeElement?.closest('[data-block]') ?? null, note.event.id) : undefined}
              />
            ))}
          </ul>
        )
      }
    </Reading>
  );
}
