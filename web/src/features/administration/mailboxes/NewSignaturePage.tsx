import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import { mailboxesChanged } from './mailboxes-changed.ts';
import { SignatureSections } from './SignatureSections.tsx';
import { emptySignature, type SignatureValues, sentOf, signatureRules } from './signature-values.ts';

/** Makes a signature of the mailbox that the address names. */
export function NewSignaturePage() {
  const text = useText();
  const { accountId, mailboxes: places } = useScope();
  const { mailboxId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const form = useForm<SignatureValues>({ values: emptySignature, rules: signatureRules });
  const [idOf] = useState(askedIds);
  const create = async (values: SignatureValues) => {
    const body = sentOf(values);
    await api.signatures.create({ params: { accountId, mailboxId }, body: { ...body, clientSignatureId: idOf(body) } });
    form.reset();
    toastSuccess('SIGNATURES_CREATED');
    void mailboxesChanged();
    void navigate({ ...places.one(mailboxId), replace: true });
  };
  return (
    <Sheet title={text('SIGNATURES_NEW')} back={{ to: places.one(mailboxId), label: text('SIGNATURES_BACK') }}>
      <FormBody form={form} save={text('ENDS_CREATE')} onSave={create}>
        <SignatureSections form={form} mailboxId={mailboxId} />
      </FormBody>
    </Sheet>
  );
}
