import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { messageWords, roomName } from '../room/room-words.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import styles from './LiveWords.module.css';

/** Says a message of others that arrives in the open tab to those who hear the screen. What was there before is not said. */
export function LiveWords({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const text = useText();
  const { me } = useCommunications();
  const { events, newer } = record[historyOfTab(tab)];
  const last = newer ? undefined : events.findLast((event) => event.eventType === 'COMMUNICATION');
  const said = useRef(last?.seq ?? 0);
  const [words, setWords] = useState('');
  const name = last?.origin.name || roomName(record.room, text);
  useEffect(() => {
    if (last === undefined || last.seq <= said.current) return;
    const isFirstPage = said.current === 0;
    said.current = last.seq;
    if (isFirstPage || last.origin.id === me) return;
    setWords(text('COMMUNICATIONS_ARRIVED', { name, text: messageWords(last.eventData.type, last.eventData.message?.text ?? null, text) }));
  }, [last, me, name, text]);
  return (
    <div className={styles.live} aria-live="polite">
      {words}
    </div>
  );
}
