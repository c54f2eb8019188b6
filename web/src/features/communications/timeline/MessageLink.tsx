import type { RoomEvent } from '@parley/contract';
import { everyText, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { toastError } from '../../../ui/toast.ts';
import styles from './Message.module.css';

/** Copies the address of an event. What does it, and its words, come when somebody asks. */
export async function copyLinkOf(event: RoomEvent): Promise<void> {
  try {
    const [{ copyLink }] = await Promise.all([import('./copy-link.ts'), everyText()]);
    await copyLink(event);
  } catch {
    toastError('FRAME_UNREACHABLE');
  }
}

/** Beside a message while the pointer or the focus is on it. */
export function MessageLink({ event }: { event: RoomEvent }) {
  const text = useText();
  const name = text('COMMUNICATIONS_LINK_COPY');
  return (
    <button type="button" className={styles.link} aria-label={name} title={name} onClick={() => void copyLinkOf(event)}>
      <Icon name="link" size={16} />
    </button>
  );
}
