import type { ChannelHealth } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Channels.module.css';
import { verdictOf } from './health-words.ts';

const icons = { trouble: 'alert', off: 'power', well: 'check' } as const;

/** How it stands with an end, by sign and words. @param now by which a token is past its time */
export function Verdict({ health, now }: { health: ChannelHealth; now: number }) {
  const { weight, words } = verdictOf(health, useText(), now);
  return (
    <span className={styles.verdict} data-weight={weight}>
      <Icon name={icons[weight]} />
      {words}
    </span>
  );
}
