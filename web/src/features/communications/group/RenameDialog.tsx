import { TextInput } from '@mantine/core';
import { hasVisible, ROOM_NAME_LIMIT, type Room } from '@parley/contract';
import { useState } from 'react';
import { AskDialog } from '../../../forms/AskDialog.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useText } from '../../../text.ts';
import { renameRoom } from './deeds.ts';
import { GoneWords } from './GoneWords.tsx';

/** Asks for the name of a group; everybody in it sees the new one at once. */
export function RenameDialog({ room, isGone, onClose }: { room: Room; isGone: boolean; onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState(room.name ?? '');
  const [isAsked, setAsked] = useState(false);
  const isEmpty = !hasVisible(name);
  const rename = async () => {
    setAsked(true);
    if (isEmpty || isGone) return false;
    if (name.trim() !== room.name) await renameRoom(room.id, name.trim());
    return true;
  };
  return (
    <AskDialog
      title={text('COLLEAGUES_RENAME')}
      words={text('COLLEAGUES_RENAME_WORDS')}
      verb={text('FORM_SAVE')}
      isUndecided={isGone}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextInput
        label={text('COLLEAGUES_NAME')}
        maxLength={ROOM_NAME_LIMIT}
        value={name}
        error={isAsked && isEmpty ? <FaultWords words={text('COLLEAGUES_NAME_MISSING')} /> : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      {isGone ? <GoneWords /> : null}
    </AskDialog>
  );
}
