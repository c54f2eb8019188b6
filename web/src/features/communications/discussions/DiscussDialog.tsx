import { TextInput } from '@mantine/core';
import { ROOM_NAME_LIMIT, type Room } from '@parley/contract';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { AskDialog } from '../../../forms/AskDialog.tsx';
import { askedIds } from '../../../forms/asked-ids.ts';
import { Label } from '../../../forms/Label.tsx';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { ColleaguePicker } from '../group/ColleaguePicker.tsx';
import { useGo } from '../place.ts';
import { roomName } from '../room/room-words.ts';
import { setWritesIn } from '../store.ts';

/** Asks with whom a customer's conversation is to be discussed, and goes to that chat. */
export function DiscussDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const text = useText();
  const go = useGo();
  const { me, store } = useCommunications();
  const [idOf] = useState(askedIds);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { id: roomId } = room;
  // Whom it is about is said by whoever begins it: colleagues who do not see the customer’s room read the name too.
  const [name, setName] = useState(() => text('DISCUSS_NAME', { name: roomName(room, text, me) }).slice(0, ROOM_NAME_LIMIT));
  const begin = async () => {
    const asked = { users: [...chosen], ...(chosen.length > 1 && name.trim() !== '' ? { name: name.trim() } : {}) };
    const { id } = await api.discussions.begin({ params: { roomId }, body: { ...asked, clientRoomId: idOf(asked) } });
    // The dialog is gone before the page is: it gives the focus back to what is left.
    onClose();
    setWritesIn(store, id, 0);
    go({ roomId: id, tab: 0, show: 'internal' });
    return false;
  };
  return (
    <AskDialog
      title={text('DISCUSS_BEGIN')}
      words={text('DISCUSS_WORDS')}
      verb={text('DISCUSS_VERB')}
      width={480}
      grows
      isUndecided={chosen.length === 0}
      onSubmit={begin}
      onClose={onClose}
    >
      <ColleaguePicker name="colleagues" chosen={chosen} onChange={setChosen} without={[me]} takesFocus />
      {chosen.length > 1 ? (
        <TextInput
          label={<Label name={text('COLLEAGUES_NAME')} optional />}
          description={text('DISCUSS_NAME_WORDS')}
          maxLength={ROOM_NAME_LIMIT}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      ) : null}
    </AskDialog>
  );
}
