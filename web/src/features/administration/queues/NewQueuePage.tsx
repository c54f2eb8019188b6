import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { queuesChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { QueueSections } from './QueueSections.tsx';
import { emptyQueue, type QueueValues, queueProblems, queueRules, sentOf } from './queue-values.ts';

/** Makes a queue. */
export function NewQueuePage() {
  const text = useText();
  const scope = useScope();
  const navigate = useNavigate();
  const form = useForm<QueueValues>({ values: emptyQueue, rules: queueRules, fieldsOfProblems: queueProblems });
  const [idOf] = useState(askedIds);
  const create = async (values: QueueValues) => {
    const body = sentOf(values);
    const made = await api.queues.create({ params: { accountId: scope.accountId }, body: { ...body, clientQueueId: idOf(body) } });
    form.reset();
    void queuesChanged();
    toastSuccess('QUEUES_CREATED_TOAST', { name: made.name });
    void navigate({ ...scope.queue(made.id), replace: true });
  };
  return (
    <Sheet title={text('QUEUES_NEW')} back={{ to: scope.queues, label: text('QUEUES_BACK') }}>
      <FormBody form={form} save={text('QUEUES_CREATE')} onSave={create}>
        <QueueSections form={form} />
      </FormBody>
    </Sheet>
  );
}
