import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { useEndPlaces, useScope } from '../scope.ts';
import { EndSections } from './EndSections.tsx';
import { callsOf, type EndKind, useEndKind } from './end-kinds.ts';
import { type EndValues, emptyEnd, endProblems, rulesOf, sentOf } from './end-values.ts';
import { wordsOf } from './end-words.ts';
import { keepStored } from './told.ts';

function NewEnd({ kind }: { kind: EndKind }) {
  const text = useText();
  const { accountId } = useScope();
  const places = useEndPlaces();
  const navigate = useNavigate();
  const form = useForm<EndValues>({ values: emptyEnd, rules: rulesOf[kind], fieldsOfProblems: endProblems });
  const [idOf] = useState(askedIds);
  const create = async (values: EndValues) => {
    const body = sentOf(kind, values);
    const stored = await callsOf[kind].create(accountId, { ...body, clientEndId: idOf(body) });
    form.reset();
    keepStored(kind, stored, 'ENDS_CREATED');
    void navigate({ ...places.one(kind, stored.end.id), replace: true });
  };
  return (
    <Sheet title={text(wordsOf[kind].make)} back={{ to: places.list(kind), label: text(wordsOf[kind].back) }}>
      <FormBody form={form} save={text('ENDS_CREATE')} onSave={create}>
        <EndSections kind={kind} form={form} isThere={false} />
      </FormBody>
    </Sheet>
  );
}

/** Makes an end of the kind that the address names. */
export function NewEndPage() {
  const kind = useEndKind();
  return <NewEnd key={kind} kind={kind} />;
}
