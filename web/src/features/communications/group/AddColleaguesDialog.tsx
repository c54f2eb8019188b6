import type { Room } from '@parley/contract';
import { useState } from 'react';
import { AskDialog } from '../../../forms/AskDialog.tsx';
import { useText } from '../../../text.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { membersOf } from '../colleagues/among-colleagues.ts';
import { ColleaguePicker } from './ColleaguePicker.tsx';
import { addColleagues } from './deeds.ts';
import { GoneWords } from './GoneWords.tsx';

/** Asks whom to add to a group; they read what was said before too. */
export function AddColleaguesDialog({ room, isGone, onClose }: { room: Room; isGone: boolean; onClose: () => void }) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const add = async () => {
    await addColleagues(room.id, chosen);
    toastSuccess('COLLEAGUES_ADDED', { count: chosen.length });
    return true;
  };
  return (
    <AskDialog
      title={text('COLLEAGUES_ADD')}
      words={text('COLLEAGUES_ADD_WORDS')}
      verb={text('COLLEAGUES_ADD_VERB')}
      width={480}
      grows
      isUndecided={chosen.length === 0 || isGone}
      onSubmit={add}
      onClose={onClose}
    >
      <ColleaguePicker
        name="colleagues"
        chosen={chosen}
        onChange={setChosen}
        without={membersOf(room).map(({ associatedParticipantId }) => associatedParticipantId)}
        takesFocus
      />
      {isGone ? <GoneWords /> : null}
    </AskDialog>
  );
}
