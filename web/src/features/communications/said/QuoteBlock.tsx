import type { Quote, Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { useGo } from '../place.ts';
import { asSentence, messageWords, roomName } from '../room/room-words.ts';
import styles from './Said.module.css';

/** Who wrote what is quoted, as the reader calls them. */
export function useQuotedWriter(quote: Pick<Quote, 'originType' | 'originId' | 'originName'>, room: Room): string {
  const text = useText();
  const nameOf = useColleagueName();
  const { me } = useCommunications();
  const { originType, originId, originName } = quote;
  if (originType === 'USER' && originId === me) return text('COMMUNICATIONS_YOU');
  if (originName !== null && originName !== '') return originName;
  if (originType === 'CUSTOMER') return roomName(room, text, me);
  return originId === null ? text('COMMUNICATIONS_INBOUND_ROUTING') : asSentence(nameOf(originId));
}

/** What a message answers to: whose words, and the first line of them as they are now. A click goes there. */
export function QuoteBlock({ quote, room }: { quote: Quote; room: Room }) {
  const text = useText();
  const go = useGo();
  const writer = useQuotedWriter(quote, room);
  const words = quote.deleted ? text('COMMUNICATIONS_MESSAGE_DELETED') : messageWords(quote.type, quote.text, text);
  return (
    <button
      type="button"
      className={styles.quote}
      title={text('SAID_TO_QUOTED')}
      onClick={() => go({ roomId: room.id, tab: quote.privateMessage ? 2 : 0, eventId: quote.eventId })}
    >
      <span className={styles.unseen}>{text('SAID_QUOTES')}</span>
      <b>{writer}</b>
      <span className={styles.line} data-deleted={quote.deleted}>
        {words}
      </span>
    </button>
  );
}
