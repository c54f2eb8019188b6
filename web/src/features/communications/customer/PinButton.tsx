import { useState } from 'react';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './PinButton.module.css';
import { useIsPinned, usePinning } from './pinned-notes.ts';

/** Puts a note of the talk beside it, or takes it away from there, for who may write notes. */
export function PinButton({ roomId, eventId }: { roomId: string; eventId: string }) {
  const text = useText();
  const mayNote = useCan(['rooms', 'note']);
  const isPinned = useIsPinned(roomId, eventId);
  const pinning = usePinning(roomId);
  const [isBusy, setBusy] = useState(false);
  if (!mayNote || isPinned === undefined) return null;
  const name = text(isPinned ? 'COMMUNICATIONS_UNPIN' : 'COMMUNICATIONS_PIN');
  const press = async () => {
    setBusy(true);
    await pinning(eventId, !isPinned);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className={styles.pin}
      data-pinned={isPinned}
      aria-label={name}
      title={name}
      aria-disabled={isBusy}
      onClick={() => (isBusy ? undefined : void press())}
    >
      <Icon name="pin" size={14} filled={isPinned} />
    </button>
  );
}
