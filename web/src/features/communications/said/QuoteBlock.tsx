import type { Quote, Room } from '@parley/contract';
import { useRouter } from '@tanstack/react-router';
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

/** What of it is quoted, or that it was deleted. */
export function useQuotedWords({ type, text: words, deleted }: Quote): string {
  const text = useText();
  return deleted ? text('COMMUNICATIONS_MESSAGE_DELETED') : messageWords(type, words, text);
}

interface QuoteBlockProps {
  quote: Quote;
  room: Room;
  /** The message that quotes, once it is sent. */
  by?: string;
  /** Why it could not be sent. */
  refusal?: string | null;
}

/** What a message answers to: whose words, and the first line of them as they are now. A click goes there, and the browser's way back leads to the message. */
export function QuoteBlock({ quote: given, room, by, refusal }: QuoteBlockProps) {
  const text = useText();
  const quote: Quote = refusal === 'MESSAGE_DELETED' ? { ...given, deleted: true } : given;
  const go = useGo();
  const { history } = useRouter();
  const toQuoted = () => {
    // Where one comes back to is named before one leaves it, as a step of its own.
    if (by !== undefined) {
      go({ eventId: by }, { replace: true });
      history.flush();
    }
    go({ roomId: room.id, tab: quote.privateMessage ? 2 : 0, eventId: quote.eventId });
  };
  const writer = useQuotedWriter(quote, room);
  const words = useQuotedWords(quote);
  return (
    <button type="button" className={styles.quote} title={text('SAID_TO_QUOTED')} onClick={toQuoted}>
      <span className={styles.unseen}>{text('SAID_QUOTES')}</span>
      <b>{writer}</b>
      <span className={styles.line} data-deleted={quote.deleted}>
        {words}
      </span>
    </button>
  );
}
