import type { Conversation, Room } from '@parley/contract';
import { Suspense, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { useCommunications } from '../context.ts';
import { HeadButton } from './HeadButton.tsx';
import { openConversations, roomName } from './room-words.ts';

const TransferDialog = lateParts(() => import('../transfer/TransferDialog.tsx')).late('TransferDialog');

/** Hands a conversation on to a colleague or a queue, after asking to whom. */
export function TransferButton({ room, conversation }: { room: Room; conversation: Conversation }) {
  const text = useText();
  const { me } = useCommunications();
  const [asks, setAsks] = useState(false);
  // Where the room has others that are open, it is said which.
  const over =
    openConversations(room, me).length < 2
      ? undefined
      : [...new Set(conversation.channels.map(({ channelType }) => text(channelNames[channelType])))].join(', ');
  useCommand('room.transfer', () => setAsks(true));
  return (
    <>
      <HeadButton icon="transfer" onClick={() => setAsks(true)}>
        {text('COMMUNICATIONS_TRANSFER')}
      </HeadButton>
      {asks ? (
        <Suspense fallback={null}>
          <TransferDialog
            rooms={[{ roomId: room.id, name: roomName(room, text, me), conversation }]}
            over={over}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
