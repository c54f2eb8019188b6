import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useEndPlaces, useScope } from '../scope.ts';
import styles from './ChannelEnds.module.css';
import { EndSections } from './EndSections.tsx';
import { EndStatus } from './EndStatus.tsx';
import { type AnyEnd, callsOf, type EndKind, useEndKind } from './end-kinds.ts';
import { type EndValues, endProblems, replacementsOf, rulesOf, valuesOf } from './end-values.ts';
import { wordsOf } from './end-words.ts';
import { endsChanged } from './ends-changed.ts';
import { HookAddress } from './HookAddress.tsx';
import { endKey, keepStored, useTold } from './told.ts';

interface EndProps {
  kind: EndKind;
  end: AnyEnd;
}

function EndForm({ kind, end }: EndProps) {
  const text = useText();
  const form = useForm<EndValues>({ values: valuesOf(end), rules: rulesOf[kind], fieldsOfProblems: endProblems });
  const save = async (values: EndValues) => {
    const body = replacementsOf(form.changed(), values);
    const stored = await callsOf[kind].change({ accountId: end.accountId, endId: end.id }, body);
    form.reset(valuesOf(stored.end));
    keepStored(kind, stored, 'SUCCESS_DEFAULT');
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save} others={<HookAddress kind={kind} end={end} />}>
      <EndSections kind={kind} form={form} isThere />
    </FormBody>
  );
}

/** Asks before an end is deleted; one over which messages went is not, and says what to do instead. */
function DeleteDialog({ kind, end, onClose }: EndProps & { onClose: () => void }) {
  const text = useText();
  const places = useEndPlaces();
  const navigate = useNavigate();
  const { accountId, id: endId, name, wasUsed } = end;
  const remove = async () => {
    await callsOf[kind].remove({ accountId, endId });
    toastSuccess('CARRIERS_DELETED', { name });
    await navigate({ ...places.list(kind), replace: true, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: endKey(kind, accountId, endId) });
    await endsChanged(kind);
    return true;
  };
  return (
    <ConfirmDialog
      title={text('CARRIERS_DELETE_ASK', { name })}
      words={text('ENDS_DELETE_WORDS')}
      verb={text('CARRIERS_DELETE')}
      danger
      {...(wasUsed ? { obstacle: <p role="alert">{text('CHANNEL_END_WAS_USED')}</p> } : {})}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

/** One end of the kind that the address names: its fields, where its provider calls, and its deletion. */
export function EndPage() {
  const text = useText();
  const kind = useEndKind();
  const { accountId } = useScope();
  const places = useEndPlaces();
  const { endId = '' } = useParams({ strict: false });
  const [isDeleting, setDeleting] = useState(false);
  const told = useTold(endId);
  const found = useQuery({
    queryKey: endKey(kind, accountId, endId),
    queryFn: ({ signal }) => callsOf[kind].one({ accountId, endId }, signal),
  });
  const back = { to: places.list(kind), label: text(wordsOf[kind].back) };
  const end = found.data;
  if (end === undefined)
    return <SheetToCome title={text(wordsOf[kind].one)} back={back} found={found} failed={text(wordsOf[kind].oneFailed)} />;
  return (
    <Sheet
      title={end.name}
      back={back}
      beside={<EndStatus status={end.status} />}
      actions={
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {text('CARRIERS_DELETE')}
        </Button>
      }
    >
      {told === null ? null : (
        <p className={styles.told} role="status">
          <Icon name="alert" /> {told}
        </p>
      )}
      <EndForm key={end.id} kind={kind} end={end} />
      {isDeleting ? <DeleteDialog kind={kind} end={end} onClose={() => setDeleting(false)} /> : null}
    </Sheet>
  );
}
