import type { RoomEvent } from '@parley/contract';
import { type ComponentType, useState } from 'react';
import { partWithWords } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { LazyPopover } from '../../../ui/LazyPopover.tsx';
import { toastError } from '../../../ui/toast.ts';
import styles from './SystemLines.module.css';

/** Whether something decided to whom a conversation goes, so that somebody may ask why. */
export const isDecision = ({ eventData }: RoomEvent): boolean => eventData.type === 'USER_ASSIGNED' || eventData.type === 'ENTER_QUEUE';

interface WhyButtonProps {
  event: RoomEvent;
  /** What the line says, to tell this button from those of other lines. */
  words: string;
}

/** Opens beside a line of the history why a conversation went there, or to whom it went. */
export function WhyButton({ event, words }: WhyButtonProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  /** Comes when somebody asks, since hardly anybody does on the first screen; and before it opens, which takes place by its size. */
  const [Answer, setAnswer] = useState<ComponentType<{ event: RoomEvent }> | null>(null);
  const ask = async () => {
    if (isOpen) return setOpen(false);
    try {
      const { WhyWords } = await partWithWords(import('../why/WhyWords.tsx'));
      setAnswer(() => WhyWords);
      setOpen(true);
    } catch {
      toastError('FRAME_UNREACHABLE');
    }
  };
  const name = text('COMMUNICATIONS_WHY');
  return (
    <LazyPopover
      opened={isOpen}
      onChange={setOpen}
      width={320}
      position="bottom"
      label={name}
      className={styles.answer}
      button={
        <button type="button" className={styles.why} aria-label={`${name} ${words}`} onClick={() => void ask()}>
          {name}
        </button>
      }
    >
      {Answer === null ? null : <Answer event={event} />}
    </LazyPopover>
  );
}
