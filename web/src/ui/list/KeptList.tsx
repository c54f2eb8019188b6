import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../text.ts';
import { ErrorState } from '../ErrorState.tsx';
import { SkeletonRows } from '../SkeletonRows.tsx';
import styles from './KeptList.module.css';

interface Kept {
  id: string;
}

interface KeptListProps<Row extends Kept> {
  /** What was read page by page (`useInfiniteQuery`). */
  found: {
    data: { pages: readonly { content: readonly Row[] }[] } | undefined;
    isPending: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Said where it could not be read, and where there is nothing. */
  failed: string;
  none: string;
  /** What can be done with all of it; drawn where there is any. */
  above?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** A list of what came in and was kept, newest first, with more of it by a button. */
export function KeptList<Row extends Kept>({ found, failed, none, above, children }: KeptListProps<Row>) {
  const text = useText();
  if (found.isPending) return <SkeletonRows rows={2} />;
  if (found.data === undefined) return <ErrorState title={failed} problem={found.error} onRetry={() => void found.refetch()} />;
  const rows = found.data.pages.flatMap(({ content }) => content);
  if (rows.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <>
      {above}
      <ul className={styles.list}>{rows.map(children)}</ul>
      {found.hasNextPage ? (
        <div>
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {text('CHANNELS_QUARANTINE_MORE')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
