import type { RoomEvent } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { pathOfEvent } from '../place.ts';
import styles from './Message.module.css';

/** Puts the address of an event into the clipboard and says whether that worked: a browser may refuse it. */
export async function copyLink(event: RoomEvent): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}${pathOfEvent(event)}`);
    toastSuccess('COMMUNICATIONS_LINK_COPIED');
  } catch {
    toastError('COMMUNICATIONS_LINK_NOT_COPIED');
  }
}

/** Beside a message while the pointer or the focus is on it. */
export function MessageLink({ event }: { event: RoomEvent }) {
  const text = useText();
  const name = text('COMMUNICATIONS_LINK_COPY');
  return (
    <button type="button" className={styles.link} aria-label={name} title={name} onClick={() => void copyLink(event)}>
      <Icon name="link" size={16} />
    </button>
  );
}
