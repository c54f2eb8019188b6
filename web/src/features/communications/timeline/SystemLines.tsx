import type { RoomEvent } from '@parley/contract';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { currentLanguage, textIfKnown, useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications, useStorePart } from '../context.ts';
import { asSentence } from '../room/room-words.ts';
import { snoozeEventWords } from '../snooze/snooze-event-words.ts';
import { eventWords, listed } from './event-words.ts';
import { foldedWords } from './folded-words.ts';
import { NotesLine } from './NotesLine.tsx';
import styles from './SystemLines.module.css';
import type { SystemRow } from './timeline-items.ts';
import { toldOf } from './told-of.ts';
import { isDecision, WhyButton } from './WhyButton.tsx';

export { DayOnTop } from './DayOnTop.tsx';
export { MessageWalk } from './MessageWalk.tsx';

const joined = (names: readonly string[]): string => new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names);

/** Of which conversation it is, where several were under way: over which channel that goes. */
function Over({ event }: { event: RoomEvent | undefined }) {
  const channel = useStorePart(({ state }) => {
    const room = event && state.rooms.get(event.roomId)?.room;
    return room === undefined ? null : toldOf(room, event as RoomEvent);
  });
  return channel === null ? null : <ChannelMark type={channel} size={16} />;
}

function SystemLine({ event }: { event: RoomEvent }) {
  const text = useText();
  const { me } = useCommunications();
  const format = useFormat();
  const words = asSentence(snoozeEventWords(event, me, text, serverNow()) ?? eventWords(event, me, text, joined, textIfKnown));
  return (
    <p className={styles.line}>
      <Over event={event} />{' '}
      <span className={styles.words} title={words}>
        {words}
      </span>{' '}
      <span className={styles.when}>
        {isDecision(event) && event.origin.id !== me ? <WhyButton event={event} words={words} /> : null} <span aria-hidden="true">·</span>{' '}
        <time dateTime={event.createdAt} title={format.dateTime(event.createdAt)}>
          {format.time(event.createdAt)}
        </time>
      </span>
    </p>
  );
}

/** What the system recorded, and that there are notes: a quiet line each. */
export function SystemLines({ row, isMarked }: { row: SystemRow; isMarked: boolean }) {
  return row.notes === undefined ? (
    <Recorded row={row} isMarked={isMarked} />
  ) : (
    <div className={styles.lines}>
      <NotesLine between={row.notes} />
    </div>
  );
}

/** By event: whether the row in which it is was opened or folded by hand, as long as the page is open. */
const byHand = new Map<string, boolean>();

/** One quiet line each; many are folded into one that opens. */
function Recorded({ row, isMarked }: { row: SystemRow; isMarked: boolean }) {
  const text = useText();
  const { me } = useCommunications();
  const { events } = row;
  const [isOpen, setIsOpen] = useState(isMarked || events.some(({ id }) => byHand.get(id)));
  // It goes away with what is scrolled off the screen, and may be longer when it comes back.
  const setOpen = (opens: boolean) => {
    setIsOpen(opens);
    for (const { id } of events) byHand.set(id, opens);
  };
  // Whoever was led to one of them is to see it.
  useEffect(() => {
    if (isMarked) setIsOpen(true);
  }, [isMarked]);
  const lines = events.map((event) => <SystemLine key={event.id} event={event} />);
  if (!row.isFolded) return <div className={styles.lines}>{lines}</div>;
  const summary = listed(foldedWords(events, me, text, joined), currentLanguage());
  return (
    <div className={styles.lines}>
      <button
        type="button"
        className={styles.fold}
        title={isOpen ? undefined : summary}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'next'} size={14} />
        <Over event={events.find(({ conversationId }) => conversationId !== null)} />
        <span className={styles.words}>{text('COMMUNICATIONS_EVENTS_FOLDED', { count: events.length, summary })}</span>
      </button>
      {isOpen ? lines : null}
    </div>
  );
}
