import { Button, Switch, TextInput } from '@mantine/core';
import { hasVisible, SAVED_VIEW_NAME_LIMIT } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useFilter } from '../narrow/use-filter.ts';
import { usePlace } from '../place.ts';
import { viewsChanged } from './use-views.ts';

/** Keeps the list as it is narrowed now, under a name, for oneself or for everybody. */
export function SaveViewDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const mayShare = useCan(['rooms', 'shareViews']);
  const { show } = usePlace();
  const { filters, sort } = useFilter().chosen;
  const [idOf] = useState(askedIds);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isEmpty = !hasVisible(name);
  const save = async () => {
    setAsked(true);
    setRefusal(null);
    if (isEmpty) return;
    setBusy(true);
    try {
      const view = { name: name.trim(), list: show, filters, sort, shared };
      await api.roomViews.create({ body: { ...view, clientViewId: idOf(view) } });
      void viewsChanged(client);
      toastSuccess('VIEW_SAVED', { name: view.name });
      onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('VIEW_SAVE')} onClose={onClose} width={440}>
      <DialogForm
        words={text('VIEW_SAVE_WORDS')}
        onSubmit={() => void save()}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {text('FRAME_CANCEL')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {text('FORM_SAVE')}
            </Button>
          </>
        }
      >
        <TextInput
          label={text('VIEW_NAME')}
          maxLength={SAVED_VIEW_NAME_LIMIT}
          value={name}
          error={isAsked && isEmpty ? <FaultWords words={text('VIEW_NAME_MISSING')} /> : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        {mayShare ? (
          <Switch
            label={text('VIEW_SHARE')}
            description={text('VIEW_SHARE_WORDS')}
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        ) : null}
        {refusal === null ? null : <Refusal problem={refusal} />}
      </DialogForm>
    </Dialog>
  );
}
