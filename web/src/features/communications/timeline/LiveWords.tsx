import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { messageWords, roomName } from '../room/room-words.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import styles from './LiveWords.module.css';

/** So many stay: what is added is said, and what was said may go. */
const KEPT = 5;

interface Line {
  seq: number;
  words: string;
}

/**
 * Says each message of others that arrives in the open tab to those who hear the screen, in order: also several at once, and the same words
 * again. What was there before is not said, nor what one wrote oneself.
 */
export function LiveWords({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const text = useText();
  const { me } = useCommunications();
  const { events, newer } = record[historyOfTab(tab)];
  const said = useRef<number | null>(null);
  const wasNewer = useRef(newer);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const unnamed = roomName(record.room, text, me);
  useEffect(() => {
    const newest = events.at(-1)?.seq ?? 0;
    // Who reads an older part hears of nothing below it; "new below" is there. What lay there when they come back has not just arrived.
    const before = newer || wasNewer.current ? null : said.current;
    wasNewer.current = newer;
    said.current = Math.max(said.current ?? 0, newest);
    if (before === null) return;
    const arrived = events.filter(({ eventType, seq, origin }) => eventType === 'COMMUNICATION' && seq > before && origin.id !== me);
    if (arrived.length === 0) return;
    const fresh = arrived.map(({ seq, origin, eventData: { type, message } }) => ({
      seq,
      words: text('COMMUNICATIONS_ARRIVED', { name: origin.name || unnamed, text: messageWords(type, message?.text ?? null, text) }),
    }));
    setLines((known) => [...known, ...fresh].slice(-KEPT));
  }, [events, newer, me, unnamed, text]);
  return (
    <div className={styles.live} aria-live="polite">
      {lines.map(({ seq, words }) => (
        <div key={seq}>{words}</div>
      ))}
    </div>
  );
}
