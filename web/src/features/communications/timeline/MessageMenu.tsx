import type { Room, RoomEvent } from '@parley/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { MessageItems } from '../said/later.ts';
import styles from './Message.module.css';

/** Beside a message while the pointer or the focus is on it: what can be done with it. */
export function MessageMenu({ event, room }: { event: RoomEvent; room: Room }) {
  const text = useText();
  /** Asked, or shown, over the page. */
  const [dialog, setDialog] = useState<ReactNode>(null);
  const name = text('COMMUNICATIONS_MESSAGE_MENU');
  return (
    <>
      <LazyMenu
        width={260}
        button={
          <button type="button" className={styles.link} aria-label={name} title={name}>
            <Icon name="more" size={16} />
          </button>
        }
      >
        {(parts) => (
          <Suspense fallback={<div className={styles.items} />}>
            <MessageItems parts={parts} event={event} room={room} onDialog={setDialog} />
          </Suspense>
        )}
      </LazyMenu>
      {dialog}
    </>
  );
}
