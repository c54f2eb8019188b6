import { type CustomerBlock, type CustomerPanelChange, changedPanel } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCurrentUser, useUserChanged } from '../../../session/current-user.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { orderedBlocks } from './block-order.ts';

export interface Panel {
  readonly order: readonly CustomerBlock[];
  readonly isFolded: (block: CustomerBlock) => boolean;
  /** Some block stands elsewhere than for everybody. */
  readonly isReordered: boolean;
  readonly fold: (block: CustomerBlock, folded: boolean) => void;
  /** An empty order is everybody's. */
  readonly reorder: (order: readonly CustomerBlock[]) => void;
}

/**
 * How the signed-in person arranged the blocks: the same at every machine. What they do shows at once; where it could not be kept, a
 * toast says so and it is as it was.
 */
export function usePanel(): Panel {
  const { settings } = useCurrentUser();
  const userChanged = useUserChanged();
  const [underway, setUnderway] = useState<readonly CustomerPanelChange[]>([]);
  const keep = useMutation(
    orpc.users.changeSettings.mutationOptions({
      // One after the other: an answer that overtook another would show what has been changed since.
      scope: { id: 'customer-panel' },
      onSuccess: (stored) => userChanged({ settings: stored }),
      onError: toastProblem,
    }),
  );
  const change = (customerPanel: CustomerPanelChange) => {
    setUnderway((all) => [...all, customerPanel]);
    const done = () => setUnderway((all) => all.filter((one) => one !== customerPanel));
    keep.mutateAsync({ body: { customerPanel } }).then(done, done);
  };
  const { order, folded } = underway.reduce(changedPanel, settings.customerPanel);
  const ordered = orderedBlocks(order);
  return {
    order: ordered,
    isFolded: (block) => folded.includes(block),
    isReordered: ordered.some((block, place) => orderedBlocks([])[place] !== block),
    fold: (block, isFolded) => change({ folded: { [block]: isFolded } }),
    reorder: (next) => change({ order: [...next] }),
  };
}
