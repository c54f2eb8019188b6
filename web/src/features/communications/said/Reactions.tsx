import type { RoomEvent } from '@parley/contract';
import { currentLanguage, useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { asSentence } from '../room/room-words.ts';
import { react } from './deeds.ts';
import styles from './Said.module.css';

/** What colleagues answered a message with, without words; a click gives the same, or takes one's own back. */
export function Reactions({ event }: { event: RoomEvent }) {
  const text = useText();
  const communications = useCommunications();
  const { me } = communications;
  const nameOf = useColleagueName();
  const place = { roomId: event.roomId, eventId: event.id };
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' });
  return (
    <ul className={styles.reactions} aria-label={text('SAID_REACTIONS')}>
      {(event.since?.reactions ?? []).map(({ emoji, userIds }) => {
        const isMine = userIds.includes(me);
        const names = asSentence(list.format(userIds.map((id) => (id === me ? text('COMMUNICATIONS_YOU_WITHIN') : nameOf(id)))));
        return (
          <li key={emoji}>
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={isMine}
              title={names}
              onClick={() => void react(communications, place, { emoji, given: !isMine })}
            >
              {emoji} {userIds.length}
              <span className={styles.unseen}>{names}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
