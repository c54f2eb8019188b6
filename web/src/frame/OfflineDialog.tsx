import { useText } from '../text.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface OfflineDialogProps {
  /** Conversations in hand. */
  count: number;
  /** Rejects with the refusal. */
  onGo: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks whoever chooses offline with conversations in hand: those go back to their queues then. */
export function OfflineDialog({ count, onGo, onClose }: OfflineDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog
      title={text('COMMANDS_GO_OFFLINE_ASK')}
      words={text('COMMANDS_GO_OFFLINE_WORDS', { count })}
      verb={text('COMMANDS_GO_OFFLINE')}
      stay={text('COMMANDS_STAY')}
      onConfirm={() => onGo().then(() => true)}
      onClose={onClose}
    />
  );
}
