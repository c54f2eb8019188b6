import { ApiProblem, problemText } from '../api/api-problem.ts';
import { isBeingReplaced } from '../replaced.ts';
import { useText } from '../text.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';

interface ErrorStateProps {
  /** What could not be done, in the reader's words: "The conversation could not be loaded". */
  title: string;
  problem: unknown;
  onRetry?: () => void;
  /** The state is the whole screen and bears its heading; otherwise the frame does. */
  alone?: boolean;
}

/** A part of the screen failed: what happened, how to try again, and the request's id for whoever helps. */
export function ErrorState({ title, problem, onRetry, alone = false }: ErrorStateProps) {
  const text = useText();
  if (isBeingReplaced()) return null;
  const requestId = problem instanceof ApiProblem ? problem.requestId : null;
  return (
    <div className={styles.notice} role="alert">
      <Icon name="alert" size={20} className={styles.icon ?? ''} />
      {alone ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      <p className={styles.words}>{problemText(problem)}</p>
      {requestId === null ? null : <p className={styles.small}>{text('FRAME_REQUEST_ID', { id: requestId })}</p>}
      {onRetry === undefined ? null : (
        <div className={styles.actions}>
          <Button variant="default" leftSection={<Icon name="retry" />} onClick={onRetry}>
            {text('FRAME_TRY_AGAIN')}
          </Button>
        </div>
      )}
    </div>
  );
}
