import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import { MailboxSections } from './MailboxSections.tsx';
import { MailboxTest } from './MailboxTest.tsx';
import { emptyMailbox, type MailboxValues, mailboxProblems, mailboxRules, requireFit, sentOf } from './mailbox-values.ts';
import { faultsOf } from './mailbox-words.ts';
import { keepMailbox } from './mailboxes-changed.ts';

/** Connects a mailbox. */
export function NewMailboxPage() {
  const text = useText();
  const { accountId, mailboxes: places } = useScope();
  const navigate = useNavigate();
  const form = useForm<MailboxValues>({ values: emptyMailbox, rules: mailboxRules, fieldsOfProblems: mailboxProblems, faultsOf });
  const [idOf] = useState(askedIds);
  const create = async (values: MailboxValues) => {
    requireFit(values, null);
    const body = sentOf(values);
    const mailbox = await api.mailboxes.create({ params: { accountId }, body: { ...body, clientMailboxId: idOf(body) } });
    form.reset();
    keepMailbox(mailbox);
    toastSuccess('MAILBOXES_CREATED', { name: mailbox.name });
    void navigate({ ...places.one(mailbox.id), replace: true });
  };
  return (
    <Sheet title={text('MAILBOXES_NEW')} back={{ to: places.list, label: text('MAILBOXES_BACK') }}>
      <FormBody form={form} save={text('ENDS_CREATE')} onSave={create} others={<MailboxTest form={form} mailbox={null} />}>
        <MailboxSections form={form} kept={null} />
      </FormBody>
    </Sheet>
  );
}
