import type { LinkProps } from '@tanstack/react-router';
import { ApiProblem } from '../../api/api-problem.ts';
import { ErrorState } from '../ErrorState.tsx';
import { SkeletonRows } from '../SkeletonRows.tsx';
import styles from './Sheet.module.css';
import { Sheet } from './Sheet.tsx';

/** Answers that stay the same however often one asks: there is no such thing, or none that the reader may see. */
const FINAL: readonly number[] = [400, 403, 404];

interface SheetToComeProps {
  /** What kind of thing it is; its name is not known yet. */
  title: string;
  back: { to: LinkProps; label: string };
  /** How the reading of it stands. */
  found: { isError: boolean; error: unknown; refetch: () => unknown };
  /** That it could not be read, in the reader's words. */
  failed: string;
}

/** The sheet of one thing before it is there: the place of what comes or, when it did not come, why and how to try again. */
export function SheetToCome({ title, back, found: { isError, error, refetch }, failed }: SheetToComeProps) {
  const isFinal = error instanceof ApiProblem && FINAL.includes(error.status);
  return (
    <Sheet title={title} back={back}>
      {isError ? (
        <ErrorState title={failed} problem={error} {...(isFinal ? {} : { onRetry: () => void refetch() })} />
      ) : (
        <div className={styles.toCome}>
          <SkeletonRows rows={5} />
        </div>
      )}
    </Sheet>
  );
}
