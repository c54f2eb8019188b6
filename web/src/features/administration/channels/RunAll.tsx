import { Button } from '@mantine/core';
import type { ChannelHealth } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Channels.module.css';
import { counted } from './health-words.ts';
import { type RunSoFar, runAll } from './run-all.ts';

/** Works once more on all that is in a channel's quarantine, and says how far it is and how many stayed. */
export function RunAll({ health }: { health: ChannelHealth }) {
  const text = useText();
  const { accountId } = useScope();
  const [soFar, setSoFar] = useState<RunSoFar>({ released: 0, stayed: 0 });
  const params = { accountId, channelApplicationId: health.id };
  const runOne = async (deliveryId: string) => {
    try {
      return (await api.channelHealth.runAgain({ params: { ...params, deliveryId } })).released;
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.key === 'DELIVERY_NOT_FOUND') return null;
      throw problem;
    }
  };
  const run = useMutation({
    mutationFn: () => {
      setSoFar({ released: 0, stayed: 0 });
      return runAll(
        (after) => api.channelHealth.quarantine({ params, query: { size: 100, ...(after !== undefined && { after }) } }),
        runOne,
        setSoFar,
      );
    },
    onError: toastProblem,
    onSettled: () => Promise.all([orpc.channelHealth, orpc.audit].map((part) => queryClient.invalidateQueries({ queryKey: part.key() }))),
  });
  const { released, stayed } = soFar;
  return (
    <div>
      <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
        {text('CHANNELS_QUARANTINE_RUN_ALL')}
      </Button>
      <p className={styles.small} role="status">
        {run.isPending
          ? text('CHANNELS_QUARANTINE_RUNNING', { done: released + stayed, total: counted(health.quarantined, text) })
          : run.isIdle
            ? null
            : text('CHANNELS_QUARANTINE_RAN', { done: released, stayed })}
      </p>
    </div>
  );
}
