import { Button, TextInput } from '@mantine/core';
import { ROOM_NAME_LIMIT } from '@parley/contract';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { Label } from '../../../forms/Label.tsx';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { useCommunications } from '../context.ts';
import { ColleaguePicker } from '../group/ColleaguePicker.tsx';
import { useGo } from '../place.ts';
import { setWritesIn } from '../store.ts';

/** Asks with whom a customer's conversation is to be discussed, and goes to that chat. */
export function DiscussDialog({ roomId, onClose }: { roomId: string; onClose: () => void }) {
  const text = useText();
  const go = useGo();
  const { me, store } = useCommunications();
  const [idOf] = useState(askedIds);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    if (chosen.length === 0) return;
    setBusy(true);
    setRefusal(null);
    const asked = { users: [...chosen], ...(chosen.length > 1 && name.trim() !== '' ? { name: name.trim() } : {}) };
    try {
      const { id } = await api.discussions.begin({ params: { roomId }, body: { ...asked, clientRoomId: idOf(asked) } });
      onClose();
      setWritesIn(store, id, 0);
      go({ roomId: id, tab: 0, show: 'internal' });
    } catch (problem) {
      setRefusal(problem);
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('DISCUSS_BEGIN')} onClose={onClose} width={480}>
      <DialogForm
        words={text('DISCUSS_WORDS')}
        onSubmit={() => void begin()}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {text('FRAME_CANCEL')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={chosen.length === 0}>
              {text('DISCUSS_VERB')}
            </Button>
          </>
        }
      >
        <ColleaguePicker name="colleagues" chosen={chosen} onChange={setChosen} without={[me]} takesFocus />
        {chosen.length > 1 ? (
          <TextInput
            label={<Label name={text('COLLEAGUES_NAME')} optional />}
            maxLength={ROOM_NAME_LIMIT}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        ) : null}
        {refusal === null ? null : <Refusal problem={refusal} />}
      </DialogForm>
    </Dialog>
  );
}
