import { useEffect, useRef } from 'react';
import { failedText, problemText } from '../api/api-problem.ts';
import { Icon } from './Icon.tsx';
import styles from './Refusal.module.css';

interface RefusalProps {
  problem: unknown;
  /** That what was typed is kept, where something was. */
  kept?: string;
}

/** In a dialog that stays open because it was refused: what could not be done, and why. It takes the focus, which the pressed button has lost. */
export function Refusal({ problem, kept }: RefusalProps) {
  const failed = failedText(problem);
  const words = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is looked at anew.
  useEffect(() => {
    words.current?.focus();
  }, [problem]);
  return (
    <p className={styles.refusal} ref={words} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <span>
        {failed === null ? null : <b className={styles.failed}>{failed} </b>}
        {problemText(problem)} {kept}
      </span>
    </p>
  );
}
