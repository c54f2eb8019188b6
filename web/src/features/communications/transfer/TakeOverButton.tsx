import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useCommand } from '../../../commands/active.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { meantChannels } from '../room/meant-channels.ts';
import { setWritesIn } from '../store.ts';
import styles from './TakeOverButton.module.css';
import { whereItIs } from './where-it-is.ts';

interface TakeOverButtonProps {
  room: Room;
  /** One that a colleague holds. */
  conversation: Conversation;
}

/**
 * Takes what a colleague holds, for whom it is allowed (communications, section 6); whoever takes it goes on by writing. Refused, it is said why:
 * it may have moved on meanwhile.
 */
export function TakeOverButton({ room, conversation }: TakeOverButtonProps) {
  const text = useText();
  const go = useGo();
  const { me, store } = useCommunications();
  const [works, setWorks] = useState(false);
  const [idOf] = useState(askedIds);
  const channel = meantChannels(room, conversation, text);
  const takeOver = async () => {
    const params = { roomId: room.id, conversationId: conversation.id };
    const what = { to: { type: 'USER', userId: me }, ...whereItIs(conversation) } as const;
    await api.transfers.create({ params, body: { ...what, clientTransferId: idOf([params, what]) } });
    channel === null ? toastSuccess('TRANSFER_TAKEN_OVER') : toastSuccess('TRANSFER_TAKEN_OVER_ON', { channel });
    // The reader may have gone on to another room meanwhile.
    if (store.getState().navigation.openRoomId !== room.id) return;
    setWritesIn(store, room.id, 0, conversation.id);
    go({ tab: 0 }, { replace: true });
  };
  const press = () => {
    if (works) return;
    setWorks(true);
    void takeOver()
      .catch(toastProblem)
      .finally(() => setWorks(false));
  };
  useCommand('room.takeOver', press);
  const words = text('TRANSFER_TAKE_OVER');
  const name = channel === null ? words : text('COMMUNICATIONS_DEED_ON', { deed: words, channel });
  return (
    <Button
      variant="default"
      className={styles.takeOver ?? ''}
      data-take-over
      leftSection={
        <>
          <Icon name="useradd" />
          {channel === null
            ? null
            : conversation.channels
                .slice(0, 1)
                .map(({ channelType }) => <ChannelMark key={channelType} type={channelType} size={16} named />)}
        </>
      }
      loading={works}
      aria-label={name}
      title={name}
      onClick={press}
    >
      <span>{words}</span>
    </Button>
  );
}
