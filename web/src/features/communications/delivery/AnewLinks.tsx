import type { RoomEvent } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useGo } from '../place.ts';
import styles from './Delivery.module.css';

/** In a message that was sent anew, and in the one that was sent for it: a click goes to the other. */
export function AnewLinks({ event }: { event: RoomEvent }) {
  const text = useText();
  const go = useGo();
  const { as, of } = event.since?.anew ?? {};
  const link = (eventId: string, words: string) => (
    <button type="button" className={styles.link} onClick={() => go({ roomId: event.roomId, tab: 0, eventId })}>
      <Icon name="retry" size={14} />
      {words}
    </button>
  );
  return (
    <>
      {of === undefined ? null : link(of, text('ANEW_OF'))}
      {as === undefined ? null : link(as, text('ANEW_AS'))}
    </>
  );
}
