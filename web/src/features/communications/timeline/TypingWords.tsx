import { messagingState, NOTE_CHANNEL_ID, type Room } from '@parley/contract';
import { currentLanguage, useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { channelWords } from '../room/meant-channels.ts';
import { roomName } from '../room/room-words.ts';
import type { RoomRecord, Typist } from '../state/room-record.ts';
import styles from './Strip.module.css';

/** Whether what one types could still be sent: a colleague to whom a customer's channel was shut types there no more. */
function canWrite({ originType, originId, channelId }: Typist, room: Room): boolean {
  const channel = room.channels.find((one) => one.channelId === channelId);
  return originType === 'CUSTOMER' || channel === undefined || messagingState(channel, room, originId).enabled;
}

/** Who types in a tab: one with the channel, several by their names. Notes are typed for the notes alone. */
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
  return text('COMMUNICATIONS_TYPING_ON', { name: first.name, channel: channelWords(room, channel, text) });
}

/** That somebody types in a tab of a room at the moment; nothing where nobody does. */
export function TypingWords({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const typing = useTyping(record, tab);
  return typing === null ? null : (
    <>
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className={styles.words}>{typing}</span>
    </>
  );
}
