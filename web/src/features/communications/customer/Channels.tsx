import type { CustomerFacts, Room } from '@parley/contract';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import styles from './Customer.module.css';

/** The ways to reach the customer: their own address where people know it, else what our end of the channel is called; and when each was used last. */
export function Channels({ channels, facts }: { channels: Room['channels']; facts: CustomerFacts | undefined }) {
  const text = useText();
  const format = useFormat();
  const lastUsed = (at: string): string => {
    const days = format.daysAgo(at, serverNow());
    if (days <= 0) return text('COMMUNICATIONS_LAST_USED_AT', { time: format.time(at) });
    return days === 1 ? text('COMMUNICATIONS_LAST_USED_YESTERDAY') : text('COMMUNICATIONS_LAST_USED', { date: format.shortDate(at) });
  };
  const wasUsed = (channelId: string, timestamp: string) =>
    facts?.unused.some((one) => one.channelId === channelId && one.timestamp === timestamp) !== true;
  if (channels.length === 0) return <p className={styles.nothing}>{text('COMMUNICATIONS_NO_CHANNELS')}</p>;
  return (
    <ul className={styles.list}>
      {channels.map(({ channelId, channelType, name, timestamp }) => (
        <li key={channelId} className={styles.line}>
          <ChannelMark type={channelType} />
          <span className={styles.what} title={name}>
            {facts?.addresses.find((one) => one.channelId === channelId)?.address ?? name}
          </span>
          <span className={styles.when}>{wasUsed(channelId, timestamp) ? lastUsed(timestamp) : text('COMMUNICATIONS_NOT_YET_USED')}</span>
        </li>
      ))}
    </ul>
  );
}
