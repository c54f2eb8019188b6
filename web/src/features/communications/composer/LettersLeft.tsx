import { type ChannelType, lettersOn, wordsBeyondLimit } from '@parley/contract';
import { Suspense, useEffect } from 'react';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import styles from './Composer.module.css';

/** From here on the room left is shown, or from the last fifth of a channel that takes less. */
export const NEAR_LIMIT = 500;

const SmsParts = lateParts(() => import('./SmsParts.tsx')).late('SmsParts');

interface LettersLeftProps {
  text: string;
  /** Undefined of notes. */
  channelType: ChannelType | undefined;
  /** It is longer than its channel sends, or not any more. */
  onOver: (isOver: boolean) => void;
}

/** How many letters a message may still have on its channel, or has too many; of an SMS its parts. */
export function LettersLeft({ text: words, channelType, onOver }: LettersLeftProps) {
  const text = useText();
  const limit = lettersOn(channelType);
  const left = limit - words.length;
  const isBeyond = channelType !== undefined && wordsBeyondLimit(channelType, { text: words }) !== null;
  useEffect(() => {
    if (!isBeyond) return;
    onOver(true);
    return () => onOver(false);
  }, [isBeyond, onOver]);
  if (left < Math.min(NEAR_LIMIT, limit / 5)) {
    const count = Math.abs(left);
    return (
      <span className={styles.hint} data-over={left < 0} role={left < 0 ? 'alert' : undefined}>
        {isBeyond
          ? text('COMMUNICATIONS_LETTERS_OVER_CHANNEL', { count, channel: text(channelNames[channelType]), limit })
          : text(left < 0 ? 'COMMUNICATIONS_LETTERS_OVER' : 'COMMUNICATIONS_LETTERS_LEFT', { count })}
      </span>
    );
  }
  return channelType === 'SMS' ? (
    <Suspense fallback={null}>
      <SmsParts text={words} onOver={onOver} />
    </Suspense>
  ) : null;
}
