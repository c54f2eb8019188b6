import type { QueueDetails } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { type QueueChanges, queuesChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { QueueActions } from './QueueActions.tsx';
import { QueueSections } from './QueueSections.tsx';
import styles from './Queues.module.css';
import { type QueueValues, queueProblems, queueRules, sentOf, valuesOf } from './queue-values.ts';

function QueueForm({ queue }: { queue: QueueDetails }) {
  const text = useText();
  const { accountId } = useScope();
  const form = useForm<QueueValues>({ values: valuesOf(queue), rules: queueRules, fieldsOfProblems: queueProblems });
  const save = async (values: QueueValues) => {
    const sent = sentOf(values);
    const body = form.changed().map((path) => ({ op: 'replace', path, value: sent[path] })) as QueueChanges;
    const params = { accountId, queueId: queue.id };
    const changed = await api.queues.change({ params, body });
    queryClient.setQueryData(orpc.queues.one.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void queuesChanged();
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <QueueSections form={form} queueId={queue.id} />
    </FormBody>
  );
}

/** One queue of an account, by the address: its fields and agents, and what can be done about it. */
export function QueuePage() {
  const { queueId = '' } = useParams({ strict: false });
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const found = useQuery(orpc.queues.one.queryOptions({ input: { params: { accountId, queueId } } }));
  const back = { to: scope.queues, label: text('QUEUES_BACK') };
  const queue = found.data;
  if (queue === undefined) {
    const isGone = found.error instanceof ApiProblem && found.error.status === 404;
    return (
      <Sheet title={text('QUEUES_ONE')} back={back}>
        {found.isError ? (
          <ErrorState
            title={text('QUEUES_ONE_FAILED')}
            problem={found.error}
            {...(isGone ? {} : { onRetry: () => void found.refetch() })}
          />
        ) : (
          <div className={styles.loading}>
            <SkeletonRows rows={5} />
          </div>
        )}
      </Sheet>
    );
  }
  return (
    <Sheet
      title={queue.name}
      back={back}
      beside={queue.isDefault ? <span className={styles.default}>{text('QUEUES_DEFAULT')}</span> : undefined}
      actions={queue.isDefault ? undefined : <QueueActions queue={queue} />}
    >
      <QueueForm key={queue.id} queue={queue} />
    </Sheet>
  );
}
