import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useWorkingKeys } from '../../../commands/single-keys.ts';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { HeadButton } from '../room/HeadButton.tsx';
import { meantChannels } from '../room/meant-channels.ts';
import { SnoozeMenu } from './SnoozeMenu.tsx';
import { snooze } from './snoozing.ts';

/** Lays the conversation of an open room aside. */
export function SnoozeButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const { store } = useCommunications();
  const [isOpen, setIsOpen] = useState(false);
  /** What had been said when the menu was opened: what comes while it covers the talk is not put off unread. */
  const [publicNo, setPublicNo] = useState(room.publicCount);
  const look = () => setPublicNo(store.getState().state.rooms.get(room.id)?.room.publicCount ?? 0);
  const setOpen = (opens: boolean) => {
    if (opens) look();
    setIsOpen(opens);
  };
  const keys = useWorkingKeys()('room.snooze');
  useCommand('room.snooze', () => setOpen(true));
  return (
    <SnoozeMenu
      opened={isOpen}
      onChange={setOpen}
      onSnooze={(until) =>
        snooze({ roomId: room.id, conversation, publicNo, channel: meantChannels(room, conversation, text) }, until).catch(
          (problem: unknown) => {
            // It has been said now that there is more.
            look();
            throw problem;
          },
        )
      }
      button={
        <HeadButton room={room} conversation={conversation} icon="clock" {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}>
          {text('COMMUNICATIONS_SNOOZE')}
        </HeadButton>
      }
    />
  );
}
