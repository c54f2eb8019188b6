import type { Room } from '@parley/contract';
import { type ReactNode, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Reading } from '../customer/Reading.tsx';
import { DiscussDialog } from './DiscussDialog.tsx';
import styles from './Discussions.module.css';
import { LinkedList } from './LinkedList.tsx';
import type { LinkedRooms } from './linked-rooms.ts';
import { useEnding } from './use-ending.tsx';

/** How a discussion of a customer's room is begun: null for who may not. By its key also while the block that offers it is folded. */
export function useDiscuss(room: Room): { begin: (() => void) | null; dialog: ReactNode } {
  const mayBegin = useCan(['rooms', 'create']);
  const [asks, setAsks] = useState(false);
  const begin = mayBegin ? () => setAsks(true) : null;
  useCommand('room.discuss', begin);
  return { begin, dialog: asks ? <DiscussDialog room={room} onClose={() => setAsks(false)} /> : null };
}

/** Beside a customer's talk: the chats of colleagues about it that the reader is in, and how to begin one. */
export function Discussions({ room, linked, begin }: { room: Room; linked: LinkedRooms; begin: (() => void) | null }) {
  const text = useText();
  const ending = useEnding(room.id, linked);
  return (
    <div ref={ending.place} className={styles.linked} tabIndex={-1}>
      <Reading query={linked} lines={1}>
        {({ pages }) =>
          pages.some(({ content }) => content.length > 0) ? (
            <LinkedList title={text('DISCUSS_TITLE')} linked={linked} onEnd={ending.ask} />
          ) : begin === null ? (
            <p className={styles.none}>{text('DISCUSS_NONE')}</p>
          ) : null
        }
      </Reading>
      {begin === null ? null : (
        <Button variant="default" leftSection={<Icon name="people" />} onClick={begin}>
          {text('DISCUSS_BEGIN')}
        </Button>
      )}
      {ending.dialog}
    </div>
  );
}
