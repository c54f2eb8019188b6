import type { RoomWithScheduled } from '@parley/contract';
import { serverNow } from '../../../api/server-clock.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { dayTime } from '../snooze/day-time.ts';
import styles from './Scheduled.module.css';

/** In a row of the list: something of one's own is to be sent there later, or was not sent. */
export function ScheduledMark({ messages }: { messages: readonly RoomWithScheduled[] }) {
  const text = useText();
  const hasUnsent = messages.some((one) => one.hasUnsent);
  const nextAt = messages.flatMap((one) => one.nextAt ?? []).toSorted()[0];
  const words =
    hasUnsent || nextAt === undefined
      ? text('SCHEDULED_IN_ROW_UNSENT')
      : text('SCHEDULED_IN_ROW', { time: dayTime(nextAt, serverNow(), text) });
  return (
    <span className={styles.mark} data-unsent={hasUnsent} title={words}>
      <Icon name={hasUnsent ? 'alert' : 'clock'} size={14} />
      <Unseen>{words}</Unseen>
    </span>
  );
}
