import type { EventSince, RoomEvent } from '@parley/contract';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { shortWhen } from '../room/room-words.ts';
import styles from './Delivery.module.css';
import { PathDialog } from './PathDialog.tsx';

interface SentAgainProps {
  event: RoomEvent;
  again: NonNullable<EventSince['sentAgain']>;
}

/** In a message that was sent again as it is: when, so that its own time is not taken for it. A click shows its way. */
export function SentAgain({ event, again: { at, byName } }: SentAgainProps) {
  const text = useText();
  const format = useFormat();
  const [shows, setShows] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        title={`${format.dateTime(at)}. ${text('DELIVERY_ASKED_BY', { name: byName })}`}
        onClick={() => setShows(true)}
      >
        <Icon name="retry" size={14} />
        {text('ANEW_SENT_AGAIN', { time: shortWhen(at, serverNow(), text, format) })}
      </button>
      {shows ? <PathDialog event={event} onClose={() => setShows(false)} /> : null}
    </>
  );
}
