import { useEffect, useRef } from 'react';
import { failedText, problemText } from '../api/api-problem.ts';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './Forms.module.css';
import type { Failure } from './use-form.ts';

/**
 * That it was not saved, why, and that nothing typed is lost: beside the button that was pressed, until the next try. It takes the focus,
 * unless a field at fault does, where the why stands too.
 */
export function SaveFailure({ failure }: { failure: Failure }) {
  const text = useText();
  const words = useRef<HTMLDivElement>(null);
  const { problem, isOfFields } = failure;
  useEffect(() => {
    if (!failure.isOfFields) words.current?.focus();
  }, [failure]);
  const failed = failedText(problem);
  return (
    <div className={styles.failure} ref={words} role="alert" tabIndex={-1}>
      <Icon name="stop" />
      <p>
        {failed === null ? null : <b>{failed}</b>} {isOfFields ? null : problemText(problem)} {text('FORM_KEPT')}
      </p>
    </div>
  );
}
