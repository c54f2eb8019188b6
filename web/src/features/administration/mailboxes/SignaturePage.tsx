import { Button } from '@mantine/core';
import type { Signature } from '@parley/contract';
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
import { useScope } from '../scope.ts';
import { mailboxesChanged } from './mailboxes-changed.ts';
import { SignatureSections } from './SignatureSections.tsx';
import { replacementsOf, type SignatureValues, signatureRules, valuesOf } from './signature-values.ts';

function SignatureForm({ signature }: { signature: Signature }) {
  const text = useText();
  const { accountId } = useScope();
  const params = { accountId, mailboxId: signature.mailboxId, signatureId: signature.id };
  const form = useForm<SignatureValues>({ values: valuesOf(signature), rules: signatureRules });
  const save = async (values: SignatureValues) => {
    const stored = await api.signatures.change({ params, body: replacementsOf(form.changed(), values) });
    form.reset(valuesOf(stored));
    queryClient.setQueryData(orpc.signatures.one.queryKey({ input: { params } }), stored);
    toastSuccess('SUCCESS_DEFAULT');
    void mailboxesChanged();
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <SignatureSections form={form} mailboxId={signature.mailboxId} />
    </FormBody>
  );
}

/** One signature: its fields, how it looks, and its deletion. */
export function SignaturePage() {
  const text = useText();
  const { accountId, mailboxes: places } = useScope();
  const { mailboxId = '', signatureId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const params = { accountId, mailboxId, signatureId };
  const found = useQuery(orpc.signatures.one.queryOptions({ input: { params } }));
  const back = { to: places.one(mailboxId), label: text('SIGNATURES_BACK') };
  const signature = found.data;
  if (signature === undefined)
    return <SheetToCome title={text('SIGNATURES_ONE')} back={back} found={found} failed={text('SIGNATURES_ONE_FAILED')} />;
  const remove = async () => {
    await api.signatures.remove({ params });
    toastSuccess('SIGNATURES_DELETED');
    await navigate({ ...places.one(mailboxId), replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: orpc.signatures.one.queryKey({ input: { params } }) });
    await mailboxesChanged();
    return true;
  };
  return (
    <Sheet
      title={text('SIGNATURES_ONE')}
      back={back}
      actions={
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {text('CARRIERS_DELETE')}
        </Button>
      }
    >
      <SignatureForm key={signature.id} signature={signature} />
      {isDeleting ? (
        <ConfirmDialog
          title={text('SIGNATURES_DELETE')}
          words={text('SIGNATURES_DELETE_WORDS')}
          verb={text('CARRIERS_DELETE')}
          danger
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </Sheet>
  );
}
