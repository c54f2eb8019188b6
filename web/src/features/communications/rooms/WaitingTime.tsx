import { useFormat } from '../../../format.ts';
import { useNow } from '../../../frame/ticking.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './RoomRow.module.css';

const MINUTE = 60_000;

/** How long a conversation has waited; it counts on by the minute, since seconds would make a restless list. */
export function WaitingTime({ since }: { since: string }) {
  const text = useText();
  const format = useFormat();
  const waited = useNow() - Date.parse(since);
  return (
    <span className={styles.wait} title={text('COMMUNICATIONS_WAITS_SINCE', { time: format.time(since) })}>
      <Icon name="clock" size={14} />
      {waited < MINUTE ? text('COMMUNICATIONS_WAITS_SHORT') : format.duration(waited)}
    </span>
  );
}
