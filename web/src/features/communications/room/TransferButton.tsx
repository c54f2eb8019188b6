import type { Conversation, Room } from '@parley/contract';
import { lazy, Suspense, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { everyText, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useCommunications } from '../context.ts';
import { roomName } from './room-words.ts';

const TransferDialog = lazy(async () => {
  const [{ TransferDialog: Dialog }] = await Promise.all([import('../transfer/TransferDialog.tsx'), everyText()]);
  return { default: Dialog };
});

/** Hands a conversation on to a colleague or a queue, after asking to whom. */
export function TransferButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const { me } = useCommunications();
  const [asks, setAsks] = useState(false);
  const label = text('COMMUNICATIONS_TRANSFER');
  useCommand('room.transfer', () => setAsks(true));
  return (
    <>
      <IconButton onClick={() => setAsks(true)} aria-label={label} title={label}>
        <Icon name="transfer" size={20} />
      </IconButton>
      {asks ? (
        <Suspense fallback={null}>
          <TransferDialog rooms={[{ roomId: room.id, name: roomName(room, text, me), conversation }]} onClose={() => setAsks(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
