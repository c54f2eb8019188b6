import type { ReactNode } from 'react';
import { ApiProblem, problemText } from '../../../api/api-problem.ts';
import { useText } from '../../../text.ts';
import styles from './Customer.module.css';

interface ReadingProps<Data> {
  /** How it stands: what was read, or why it could not be. */
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Lines that come, for their place to be kept. */
  lines: number;
  children: (data: Data) => ReactNode;
}

/** What stands in a block while it is read, and where that failed; what was read before stays on the screen. */
export function Reading<Data>({ query: { data, error, refetch }, lines, children }: ReadingProps<Data>) {
  const text = useText();
  if (data !== undefined) return children(data);
  if (error !== null) {
    const requestId = error instanceof ApiProblem ? error.requestId : null;
    return (
      <p className={styles.trouble} role="alert">
        {problemText(error)}{' '}
        {requestId === null ? null : <span className={styles.small}>{text('FRAME_REQUEST_ID', { id: requestId })}</span>}{' '}
        <button type="button" className={styles.more} onClick={() => void refetch()}>
          {text('FRAME_TRY_AGAIN')}
        </button>
      </p>
    );
  }
  return (
    <div role="status" aria-label={text('FRAME_LOADING')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <div key={line} className={styles.toCome} aria-hidden="true" />
      ))}
    </div>
  );
}
