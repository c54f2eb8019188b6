import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { useColleagueName } from '../queries.ts';
import { openConversations, roomName } from '../room/room-words.ts';
import { waitingConversation } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './Composer.module.css';

/** Why nothing can be written to the customer here now, and what can be done: take it, or write a note. */
export function ComposerBar({ record }: { record: RoomRecord }) {
  const text = useText();
  const go = useGo();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const { take } = useRoomActions();
  const [works, setWorks] = useState(false);
  const { room } = record;
  const waits = waitingConversation(room) !== undefined;
  const holder = openConversations(room, me).find(({ assignedUserId }) => assignedUserId !== null)?.assignedUserId ?? null;
  const isResolved = room.state === 'RESOLVED';
  const words = waits
    ? text('COMMUNICATIONS_BAR_WAITS')
    : isResolved
      ? text('COMMUNICATIONS_BAR_RESOLVED', { name: roomName(room, text) })
      : holder === null || holder === me
        ? text('COMMUNICATIONS_BAR_CLOSED')
        : text('COMMUNICATIONS_BAR_HELD', { name: nameOf(holder) });
  const takeIt = async () => {
    setWorks(true);
    await take(room);
    setWorks(false);
  };
  return (
    <div className={styles.closed}>
      {waits ? <Icon name="clock" /> : isResolved ? <Icon name="check" /> : null}
      {!waits && holder !== null && holder !== me ? <Avatar name={nameOf(holder)} kind="colleague" size={28} /> : null}
      <span className={styles.why}>{words}</span>
      <Button variant="default" leftSection={<Icon name="lock" />} onClick={() => go({ tab: 2 })}>
        {text('COMMUNICATIONS_WRITE_NOTE')}
      </Button>
      {waits ? (
        <Button variant="light" loading={works} onClick={() => void takeIt()}>
          {text('COMMUNICATIONS_TAKE')}
        </Button>
      ) : null}
    </div>
  );
}
