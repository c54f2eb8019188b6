import { Button } from '@mantine/core';
import type { Mailbox } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { EndStatus } from '../channel-ends/EndStatus.tsx';
import { useScope } from '../scope.ts';
import { MailboxSections } from './MailboxSections.tsx';
import { MailboxTest } from './MailboxTest.tsx';
import { type MailboxValues, mailboxProblems, mailboxRules, replacementsOf, requireFit, valuesOf } from './mailbox-values.ts';
import { faultsOf } from './mailbox-words.ts';
import { keepMailbox, mailboxesChanged } from './mailboxes-changed.ts';
import { Signatures } from './Signatures.tsx';

function MailboxForm({ mailbox }: { mailbox: Mailbox }) {
  const text = useText();
  const { accountId, id: mailboxId, secretsSet } = mailbox;
  const form = useForm<MailboxValues>({ values: valuesOf(mailbox), rules: mailboxRules, fieldsOfProblems: mailboxProblems, faultsOf });
  const save = async (values: MailboxValues) => {
    requireFit(values, secretsSet);
    const body = replacementsOf(mailbox, values) as never[];
    const stored = body.length === 0 ? mailbox : await api.mailboxes.change({ params: { accountId, mailboxId }, body });
    form.reset(valuesOf(stored));
    keepMailbox(stored);
    toastSuccess('SUCCESS_DEFAULT');
  };
  return (
    <FormBody
      form={form}
      save={text('FORM_SAVE')}
      onSave={save}
      others={
        <>
          <MailboxTest form={form} mailbox={mailbox} />
          {mailbox.direction === 'INCOMING' ? null : <Signatures mailbox={mailbox} />}
        </>
      }
    >
      <MailboxSections form={form} kept={secretsSet} />
    </FormBody>
  );
}

/** Asks before a mailbox is deleted; one over which mail went is not, and says what to do instead. */
function DeleteDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const text = useText();
  const { mailboxes: places } = useScope();
  const navigate = useNavigate();
  const { accountId, id: mailboxId, name, wasUsed } = mailbox;
  const remove = async () => {
    const params = { accountId, mailboxId };
    await api.mailboxes.remove({ params });
    toastSuccess('CARRIERS_DELETED', { name });
    await navigate({ ...places.list, replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: orpc.mailboxes.one.queryKey({ input: { params } }) });
    await mailboxesChanged();
    return true;
  };
  return (
    <ConfirmDialog
      title={text('CARRIERS_DELETE_ASK', { name })}
      words={text('MAILBOXES_DELETE_WORDS')}
      verb={text('CARRIERS_DELETE')}
      danger
      {...(wasUsed ? { obstacle: <p role="alert">{text('CHANNEL_END_WAS_USED')}</p> } : {})}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

/** One mailbox: its fields, its test, its signatures, and its deletion. */
export function MailboxPage() {
  const text = useText();
  const { accountId, mailboxes: places } = useScope();
  const { mailboxId = '' } = useParams({ strict: false });
  const [isDeleting, setDeleting] = useState(false);
  const found = useQuery(orpc.mailboxes.one.queryOptions({ input: { params: { accountId, mailboxId } } }));
  const back = { to: places.list, label: text('MAILBOXES_BACK') };
  const mailbox = found.data;
  if (mailbox === undefined)
    return <SheetToCome title={text('MAILBOXES_ONE')} back={back} found={found} failed={text('MAILBOXES_ONE_FAILED')} />;
  return (
    <Sheet
      title={mailbox.name}
      back={back}
      beside={<EndStatus status={mailbox.status} />}
      actions={
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {text('CARRIERS_DELETE')}
        </Button>
      }
    >
      <MailboxForm key={mailbox.id} mailbox={mailbox} />
      {isDeleting ? <DeleteDialog mailbox={mailbox} onClose={() => setDeleting(false)} /> : null}
    </Sheet>
  );
}
