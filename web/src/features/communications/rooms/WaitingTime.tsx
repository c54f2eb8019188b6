import { useFormat } from '../../../format.ts';
import { useNow } from '../../../frame/ticking.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './RoomRow.module.css';

/** How long a conversation has waited; it counts on. */
export function WaitingTime({ since }: { since: string }) {
  const text = useText();
  const format = useFormat();
  const now = useNow();
  return (
    <span className={styles.wait} title={text('COMMUNICATIONS_WAITS_SINCE', { time: format.time(since) })}>
      <Icon name="clock" size={14} />
      {format.duration(now - Date.parse(since))}
    </span>
  );
}
