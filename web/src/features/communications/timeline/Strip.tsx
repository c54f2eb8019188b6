import { countsMissed, messagingState, NOTE_CHANNEL_ID, type Room } from '@parley/contract';
import { useRef } from 'react';
import { currentLanguage, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import { roomName } from '../room/room-words.ts';
import type { RoomRecord, Typist } from '../state/room-record.ts';
import { missedInTab } from '../state/seen.ts';
import styles from './Strip.module.css';

interface StripProps {
  record: RoomRecord;
  tab: 0 | 2;
  isUp: boolean;
  onDown: () => void;
}

/** Whether what one types could still be sent: a colleague to whom a customer's channel was shut types there no more. */
function canWrite({ originType, originId, channelId }: Typist, room: Room): boolean {
  const channel = room.channels.find((one) => one.channelId === channelId);
  return originType === 'CUSTOMER' || channel === undefined || messagingState(channel, room, originId).enabled;
}

/** Who types: one with the channel, several by their names. Notes are typed for the notes alone. */
function useTyping({ typists, room }: RoomRecord, tab: 0 | 2): string | null {
  const text = useText();
  const { me } = useCommunications();
  const here = typists
    .filter((typist) => (typist.channelId === NOTE_CHANNEL_ID) === (tab === 2) && canWrite(typist, room))
    .map((typist) => (typist.name === '' ? { ...typist, name: roomName(room, text, me) } : typist));
  const [first] = here;
  if (first === undefined) return null;
  if (here.length > 1) {
    const names = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(here.map(({ name }) => name));
    return text('COMMUNICATIONS_TYPING_MANY', { names });
  }
  const channel = room.channels.find(({ channelId }) => channelId === first.channelId);
  if (first.originType !== 'CUSTOMER' || channel === undefined) return text('COMMUNICATIONS_TYPING', { name: first.name });
  return text('COMMUNICATIONS_TYPING_ON', { name: first.name, channel: text(channelNames[channel.channelType]) });
}

/** Messages below that the reader has not seen: what they missed, or who keeps no such count, what came since they went up. */
function useBelow(record: RoomRecord, tab: 0 | 2, isUp: boolean): number {
  const { me } = useCommunications();
  const { room, membership } = record;
  const count = tab === 2 ? room.privateCount : room.publicCount;
  const before = useRef(count);
  if (!isUp) before.current = count;
  return countsMissed(room, membership, me) ? missedInTab(record, tab) : count - before.current;
}

/** Typing and "new below" share one strip of fixed height above the composer, so that nothing is ever covered or moved. */
export function Strip({ record, tab, isUp, onDown }: StripProps) {
  const text = useText();
  const typing = useTyping(record, tab);
  const count = useBelow(record, tab, isUp);
  return (
    <div className={styles.strip}>
      <span className={styles.typing} role="status">
        {typing === null ? null : (
          <>
            <span className={styles.dots} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <span className={styles.words}>{typing}</span>
          </>
        )}
      </span>
      {isUp ? (
        <button type="button" className={styles.below} onClick={onDown}>
          <Icon name="arrowdown" size={14} />
          {count > 0 ? text('COMMUNICATIONS_NEW_BELOW', { count }) : text('COMMUNICATIONS_TO_NEWEST')}
        </button>
      ) : null}
    </div>
  );
}
