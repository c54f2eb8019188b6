import { Button } from '@mantine/core';
import type { BlockedVisitor } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Widget.module.css';

function Blocked({ visitor }: { visitor: BlockedVisitor }) {
  const text = useText();
  const format = useFormat();
  const { accountId } = useScope();
  const seesRooms = useCan(['rooms', 'read']);
  const release = useMutation({
    mutationFn: () => api.customers.release({ params: { accountId, blockId: visitor.id } }),
    onSuccess: () => {
      toastSuccess('WIDGETS_RELEASED');
      return Promise.all([orpc.customers, orpc.audit].map((part) => queryClient.invalidateQueries({ queryKey: part.key() })));
    },
    onError: toastProblem,
  });
  const name = visitor.name ?? text('WIDGETS_UNNAMED');
  return (
    <li className={styles.blocked}>
      <div className={styles.grows}>
        {seesRooms ? (
          <Link to="/communications/{-$roomId}" params={{ roomId: visitor.roomId }}>
            {name}
          </Link>
        ) : (
          name
        )}
        {visitor.address === null ? null : <p className={styles.small}>{text('WIDGETS_BLOCKED_ADDRESS', { address: visitor.address })}</p>}
        <p className={styles.small}>{text('WIDGETS_BLOCKED_BY', { name: visitor.byName, time: format.dateTime(visitor.at) })}</p>
        {visitor.reason === '' ? null : <p className={styles.small}>{visitor.reason}</p>}
      </div>
      <Button
        variant="default"
        loading={release.isPending}
        onClick={() => release.mutate()}
        aria-label={text('WIDGETS_RELEASE_NAME', { name })}
      >
        {text('WIDGETS_RELEASE')}
      </Button>
    </li>
  );
}

/** Visitors of the account's websites from whom nothing is taken any more. */
export function BlockedVisitors() {
  const text = useText();
  const { accountId } = useScope();
  const found = useQuery(orpc.customers.blocked.queryOptions({ input: { params: { accountId } } }));
  const all = found.data?.content ?? [];
  return (
    <FormSection title={text('WIDGETS_BLOCKED')} why={text('WIDGETS_BLOCKED_WHY')}>
      {found.isPending ? (
        <SkeletonRows rows={2} />
      ) : found.isError ? (
        <ErrorState title={text('WIDGETS_BLOCKED_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />
      ) : all.length === 0 ? (
        <p className={styles.none}>{text('WIDGETS_BLOCKED_NONE')}</p>
      ) : (
        <ul className={styles.all}>
          {all.map((visitor) => (
            <Blocked key={visitor.id} visitor={visitor} />
          ))}
        </ul>
      )}
    </FormSection>
  );
}
