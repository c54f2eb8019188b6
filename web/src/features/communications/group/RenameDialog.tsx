import { Button, TextInput } from '@mantine/core';
import { hasVisible, ROOM_NAME_LIMIT, type Room } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { renameRoom } from './deeds.ts';

/** Asks for the name of a group; everybody in it sees the new one at once. */
export function RenameDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState(room.name ?? '');
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isEmpty = !hasVisible(name);
  const rename = async () => {
    setAsked(true);
    setRefusal(null);
    if (isEmpty) return;
    if (name.trim() === room.name) return onClose();
    setBusy(true);
    try {
      await renameRoom(room.id, name.trim());
      onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('COLLEAGUES_RENAME')} onClose={onClose} width={440}>
      <DialogForm
        words={text('COLLEAGUES_RENAME_WORDS')}
        onSubmit={() => void rename()}
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
          label={text('COLLEAGUES_NAME')}
          maxLength={ROOM_NAME_LIMIT}
          value={name}
          error={isAsked && isEmpty ? <FaultWords words={text('COLLEAGUES_NAME_MISSING')} /> : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        {refusal === null ? null : <Refusal problem={refusal} />}
      </DialogForm>
    </Dialog>
  );
}
