import { Button } from '@mantine/core';
import type { Room } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { membersOf } from '../colleagues/among-colleagues.ts';
import { ColleaguePicker } from './ColleaguePicker.tsx';
import { addColleagues } from './deeds.ts';
import { GoneWords } from './GoneWords.tsx';

/** Asks whom to add to a group; they read what was said before too. */
export function AddColleaguesDialog({ room, isGone, onClose }: { room: Room; isGone: boolean; onClose: () => void }) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    if (chosen.length === 0 || isGone) return;
    setBusy(true);
    setRefusal(null);
    try {
      await addColleagues(room.id, chosen);
      toastSuccess('COLLEAGUES_ADDED', { count: chosen.length });
      onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('COLLEAGUES_ADD')} onClose={onClose} width={480}>
      <DialogForm
        words={text('COLLEAGUES_ADD_WORDS')}
        onSubmit={() => void add()}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {text('FRAME_CANCEL')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={chosen.length === 0 || isGone}>
              {text('COLLEAGUES_ADD_VERB')}
            </Button>
          </>
        }
      >
        <ColleaguePicker
          name="colleagues"
          chosen={chosen}
          onChange={setChosen}
          without={membersOf(room).map(({ associatedParticipantId }) => associatedParticipantId)}
          takesFocus
        />
        {isGone ? <GoneWords /> : refusal === null ? null : <Refusal problem={refusal} />}
      </DialogForm>
    </Dialog>
  );
}
