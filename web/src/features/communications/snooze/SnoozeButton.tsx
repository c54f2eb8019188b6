import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SnoozeMenu } from './SnoozeMenu.tsx';
import { snooze } from './snoozing.ts';

/** Lays the conversation of an open room aside. */
export function SnoozeButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const keys = useWorkingKeys()('room.snooze');
  const label = text('COMMUNICATIONS_SNOOZE');
  useCommand('room.snooze', () => setOpen(true));
  return (
    <SnoozeMenu
      opened={isOpen}
      onChange={setOpen}
      onSnooze={(until) => snooze({ roomId: room.id, conversation }, until)}
      button={
        <IconButton aria-label={label} title={label} {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}>
          <Icon name="moon" size={20} />
        </IconButton>
      }
    />
  );
}
