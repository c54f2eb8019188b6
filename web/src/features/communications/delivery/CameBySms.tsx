import type { RoomEvent } from '@parley/contract';
import { useState } from 'react';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import message from '../timeline/Message.module.css';
import styles from './CameBySms.module.css';
import { PathDialog } from './PathDialog.tsx';

/** A message that its channel could not bring, and a short message did; everybody reads its way. */
export function CameBySms({ event }: { event: RoomEvent }) {
  const text = useText();
  const format = useFormat();
  const [shows, setShows] = useState(false);
  return (
    <div className={styles.came}>
      <span className={message.tick}>
        <Icon name="check2" size={14} />
        {text('DELIVERY_AS_SMS')}
      </span>
      <span className={message.verbs}>
        <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>
        <button type="button" aria-haspopup="dialog" onClick={() => setShows(true)}>
          {text('DELIVERY_DETAILS')}
        </button>
      </span>
      {shows ? <PathDialog event={event} onClose={() => setShows(false)} /> : null}
    </div>
  );
}
