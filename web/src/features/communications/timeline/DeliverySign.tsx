import { type DeliveryStatus, failures, type RoomEvent } from '@parley/contract';
import { Suspense } from 'react';
import { useFormat } from '../../../format.ts';
import { type TextKey, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { Trouble } from '../delivery/later.ts';
import styles from './Message.module.css';

type Underway = Exclude<DeliveryStatus, 'DELIVERY_FAILED' | 'ERROR' | 'REJECTED'>;

const signs: Record<Underway, { icon: IconName; word: TextKey }> = {
  SAVED: { icon: 'check', word: 'COMMUNICATIONS_STATUS_SAVED' },
  PENDING: { icon: 'clock', word: 'COMMUNICATIONS_STATUS_PENDING' },
  SENT: { icon: 'check', word: 'COMMUNICATIONS_STATUS_SENT' },
  DELIVERED: { icon: 'check2', word: 'COMMUNICATIONS_STATUS_DELIVERED' },
  SEEN: { icon: 'check2', word: 'COMMUNICATIONS_STATUS_SEEN' },
};

const isUnderway = (status: DeliveryStatus): status is Underway => !failures.includes(status);

/** When it was sent and how far it has got: a sign, and a word on the last message and on hover. */
export function DeliverySign({ event, hasWord }: { event: RoomEvent; hasWord: boolean }) {
  const text = useText();
  const format = useFormat();
  const { status } = event.eventData;
  const when = <time dateTime={event.createdAt}>{format.time(event.createdAt)}</time>;
  if (status === null) return <div className={styles.meta}>{when}</div>;
  // Underway and with a reason: nobody knows, or it went otherwise than it was meant to.
  if (status.userStatusReason !== null || !isUnderway(status.clientStatus))
    return (
      <Suspense fallback={<div className={styles.failure}>{when}</div>}>
        <Trouble event={event} />
      </Suspense>
    );
  const { icon, word } = signs[status.clientStatus];
  return (
    <div className={styles.meta}>
      {when}
      <span className={styles.tick} data-seen={status.clientStatus === 'SEEN'} title={text(word)}>
        <Icon name={icon} size={14} />
        <span className={hasWord ? styles.word : styles.unseen}>{text(word)}</span>
      </span>
    </div>
  );
}
