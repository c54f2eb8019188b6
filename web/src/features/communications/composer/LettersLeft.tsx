import { MESSAGE_TEXT_LIMIT } from '@parley/contract';
import { Suspense } from 'react';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import styles from './Composer.module.css';

/** From here on the room left is shown. */
export const NEAR_LIMIT = 500;

const SmsParts = lateParts(() => import('./SmsParts.tsx')).late('SmsParts');

interface LettersLeftProps {
  text: string;
  isSms: boolean;
  /** It is longer than its channel sends, or not any more. */
  onOver: (isOver: boolean) => void;
}

/** How many letters a message may still have, or has too many; of an SMS its parts. */
export function LettersLeft({ text: words, isSms, onOver }: LettersLeftProps) {
  const text = useText();
  const left = MESSAGE_TEXT_LIMIT - words.length;
  if (left < NEAR_LIMIT)
    return (
      <span className={styles.hint} data-over={left < 0} role={left < 0 ? 'alert' : undefined}>
        {text(left < 0 ? 'COMMUNICATIONS_LETTERS_OVER' : 'COMMUNICATIONS_LETTERS_LEFT', { count: Math.abs(left) })}
      </span>
    );
  return isSms ? (
    <Suspense fallback={null}>
      <SmsParts text={words} onOver={onOver} />
    </Suspense>
  ) : null;
}
