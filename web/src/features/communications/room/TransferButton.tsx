import type { Conversation, Room } from '@parley/contract';
import { Suspense, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { HeadButton } from './HeadButton.tsx';
import { meantChannels } from './meant-channels.ts';
import { roomName } from './room-words.ts';

const TransferDialog = lateParts(() => import('../transfer/TransferDialog.tsx')).late('TransferDialog');

/** Hands a conversation on to a colleague or a queue, after asking to whom. */
export function TransferButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const { me } = useCommunications();
  const [asks, setAsks] = useState(false);
  const channel = meantChannels(room, conversation, text);
  useCommand('room.transfer', () => setAsks(true));
  return (
    <>
      <HeadButton room={room} conversation={conversation} icon="transfer" onClick={() => setAsks(true)}>
        {text('COMMUNICATIONS_TRANSFER')}
      </HeadButton>
      {asks ? (
        <Suspense fallback={null}>
          <TransferDialog
            rooms={[{ roomId: room.id, name: roomName(room, text, me), conversation, channel }]}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
