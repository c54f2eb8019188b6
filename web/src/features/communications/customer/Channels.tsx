import { addressOn, type CustomerFacts, type Room, readableAddress, type Unreachable, unreachable } from '@parley/contract';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { type TextKey, useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { endOf } from '../room/meant-channels.ts';
import styles from './Customer.module.css';

/** Why one reaches nobody, in a word. */
const marks = {
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_UNSUBSCRIBED: 'COMMUNICATIONS_CHANNEL_LEFT',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NO_REPLIES: 'COMMUNICATIONS_CHANNEL_NO_REPLIES',
  COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED: 'COMMUNICATIONS_CHANNEL_CLOSED',
} as const satisfies Record<Unreachable, TextKey>;

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
      {channels.map((channel) => {
        const { channelId, channelType, name, timestamp } = channel;
        const block = unreachable(channel);
        const used = wasUsed(channelId, timestamp) ? lastUsed(timestamp) : text('COMMUNICATIONS_NOT_YET_USED');
        return (
          <li key={channelId} className={styles.line}>
            <ChannelMark type={channelType} off={block !== null} />
            <span className={styles.what} title={name}>
              {[readableAddress(addressOn(channel) ?? name), endOf({ channels }, channel) ?? []].flat().join(' · ')}
            </span>
            {block === null ? (
              <span className={styles.when}>{used}</span>
            ) : (
              <span className={`${styles.when} ${styles.left}`} title={`${text(block)} (${used})`}>
                {text(marks[block])}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
