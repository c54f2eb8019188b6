import type { Room } from '@parley/contract';
import { useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { DiscussDialog } from './DiscussDialog.tsx';
import styles from './Discussions.module.css';
import { LinkedList } from './LinkedList.tsx';
import { useLinkedRooms } from './linked-rooms.ts';

/** Beside a customer's talk: the chats of colleagues about it that the reader is in, and how to begin one. */
export function Discussions({ room }: { room: Room }) {
  const text = useText();
  const mayBegin = useCan(['rooms', 'create']);
  const { data, error } = useLinkedRooms(room.id);
  const [asks, setAsks] = useState(false);
  useCommand('room.discuss', mayBegin ? () => setAsks(true) : null);
  return (
    <section className={styles.discussions} aria-label={text('DISCUSS_TITLE')}>
      <h3 className={styles.title}>{text('DISCUSS_TITLE')}</h3>
      {data === undefined && error !== null ? <Refusal problem={error} /> : null}
      {data === undefined || data.content.length === 0 ? null : <LinkedList title={text('DISCUSS_TITLE')} content={data.content} />}
      {mayBegin ? (
        <Button variant="default" leftSection={<Icon name="people" />} onClick={() => setAsks(true)}>
          {text('DISCUSS_BEGIN')}
        </Button>
      ) : null}
      {asks ? <DiscussDialog roomId={room.id} onClose={() => setAsks(false)} /> : null}
    </section>
  );
}
