import { Button, Select, TextInput } from '@mantine/core';
import type { WidgetDetails } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Widget.module.css';
import { WidgetSections } from './WidgetSections.tsx';
import { replacementsOf, valuesOf, type WidgetValues, widgetRules } from './widget-values.ts';

async function widgetsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.widgets.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.audit.key() }),
  ]);
}

type WidgetChanges = Parameters<typeof api.widgets.change>[0]['body'];

function WidgetForm({ widget }: { widget: WidgetDetails }) {
  const text = useText();
  const { accountId } = useScope();
  const form = useForm<WidgetValues>({ values: valuesOf(widget), rules: widgetRules });
  const save = async (values: WidgetValues) => {
    const body = replacementsOf(form.changed(), values) as WidgetChanges;
    const changed = await api.widgets.change({ params: { accountId, widgetId: widget.id }, body });
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    await widgetsChanged();
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save} editedBy="id">
      <WidgetSections form={form} widget={widget} />
    </FormBody>
  );
}

/** Makes a chat of a name and shows it. */
function useMake(open: (id: string) => void) {
  const { accountId } = useScope();
  const [idOf, setIdOf] = useState(askedIds);
  return useMutation({
    mutationFn: (name: string) => api.widgets.create({ params: { accountId }, body: { name, clientWidgetId: idOf([accountId, name]) } }),
    onSuccess: async ({ id }) => {
      // The next of this name is another.
      setIdOf(askedIds);
      await widgetsChanged();
      toastSuccess('WIDGETS_MADE');
      open(id);
    },
  });
}

/** Asks for the name of a new chat. */
function NameForm({ make }: { make: ReturnType<typeof useMake> }) {
  const text = useText();
  const [name, setName] = useState(text('WIDGETS_FIRST_NAME'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') make.mutate(name.trim());
  };
  return (
    <form className={styles.first} onSubmit={submit}>
      <TextInput
        label={text('WIDGETS_NAME')}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      {make.error === null ? null : <Refusal problem={make.error} kept={text('FORM_KEPT')} />}
      <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
        {text('WIDGETS_MAKE')}
      </Button>
    </form>
  );
}

/** The chat of the account's website: usually one; where there are more, one is chosen above (administration, section 2, "widget"). */
export function WidgetPage() {
  const text = useText();
  const { accountId } = useScope();
  const navigate = useNavigate();
  const { id } = useSearch({ strict: false }) as { id?: string };
  const found = useQuery(orpc.widgets.list.queryOptions({ input: { params: { accountId } } }));
  const open = (chosen: string) => void navigate({ to: '.', search: { id: chosen } });
  const [isNaming, setNaming] = useState(false);
  const make = useMake((made) => {
    setNaming(false);
    open(made);
  });
  const all = found.data?.content ?? [];
  const widget = all.find((one) => one.id === id) ?? all[0];
  const actions =
    widget === undefined ? null : (
      <span className={styles.beside}>
        {all.length > 1 ? (
          <Select
            aria-label={text('WIDGETS_CHOOSE')}
            data={all.map((one) => ({ value: one.id, label: one.name }))}
            value={widget.id}
            allowDeselect={false}
            onChange={(chosen) => chosen !== null && open(chosen)}
          />
        ) : null}
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setNaming(true)}>
          {text('WIDGETS_NEW')}
        </Button>
      </span>
    );
  return (
    <Sheet title={text('ADMINISTRATION_WIDGET')} actions={actions}>
      {widget !== undefined ? (
        <WidgetForm key={widget.id} widget={widget} />
      ) : found.isError ? (
        <ErrorState title={text('WIDGETS_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <div className={styles.loading}>
          <SkeletonRows rows={5} />
        </div>
      ) : (
        <EmptyState icon="msg" title={text('WIDGETS_NONE')} words={text('WIDGETS_NONE_WORDS')} action={<NameForm make={make} />} />
      )}
      {isNaming ? (
        <Dialog title={text('WIDGETS_NEW')} width={420} onClose={() => setNaming(false)}>
          <NameForm make={make} />
        </Dialog>
      ) : null}
    </Sheet>
  );
}
