import { Button } from '@mantine/core';
import type { ChannelHealth } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Channels.module.css';
import { problemWords } from './health-words.ts';
import { Outcome } from './Outcome.tsx';

/** Asks the provider whether it knows us, and says what came of it last (administration, section 8: connection test). */
export function ConnectionTest({ health }: { health: ChannelHealth }) {
  const text = useText();
  const { dateTime } = useFormat();
  const { accountId } = useScope();
  const test = useMutation({
    mutationFn: () => api.channelHealth.test({ params: { accountId, channelApplicationId: health.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orpc.channelHealth.key() }),
    onError: toastProblem,
  });
  const last = test.data ?? health.test;
  // What a provider answers when all is well is for nobody to read.
  const answer = last?.problem == null ? null : last.answer;
  return (
    <FormSection title={text('CHANNELS_TEST')} why={text('CHANNELS_TEST_WHY')}>
      <div>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {text('CHANNELS_TEST_RUN')}
        </Button>
      </div>
      <div role="status">
        {last === null ? null : (
          <>
            <Outcome weight={last.problem === null ? 'well' : 'trouble'}>
              {last.problem === null
                ? text('CHANNELS_TEST_SUCCESS')
                : `${text('CHANNELS_TEST_FAILED')} ${text(problemWords[last.problem])}`}
            </Outcome>
            {answer === null ? null : <span className={styles.answer}>{answer}</span>}
            <p className={styles.small}>{text('CHANNELS_TEST_LAST', { time: dateTime(last.at) })}</p>
          </>
        )}
      </div>
    </FormSection>
  );
}
