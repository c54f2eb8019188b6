import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import { Kit } from '../theme/Kit.tsx';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Pixels; on a phone it takes what there is. */
  width: number;
  /** While keys mean something else inside. */
  keepsEscape?: boolean;
  /** What it holds comes and goes while somebody presses in it: it stands still at the top, and grows below. */
  grows?: boolean;
  /** Only a button inside closes it: what it shows is not seen again. */
  mustAnswer?: boolean;
  children: ReactNode;
}

/** A question or a list over the page, with its name and a way out. Escape and a click beside it close it too. */
export function Dialog({ title, onClose, width, keepsEscape = false, grows = false, mustAnswer = false, children }: DialogProps) {
  const text = useText();
  return (
    <Kit>
      <Modal.Root
        opened
        onClose={onClose}
        size={width}
        padding={16}
        centered={!grows}
        classNames={{ inner: styles.place ?? '', content: styles.content ?? '' }}
        closeOnEscape={!keepsEscape && !mustAnswer}
        closeOnClickOutside={!mustAnswer}
      >
        <Modal.Overlay />
        <Modal.Content>
          <div className={styles.head}>
            <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
            {mustAnswer ? null : (
              <IconButton onClick={onClose} aria-label={text('FRAME_CLOSE')} title={text('FRAME_CLOSE')}>
                <Icon name="x" />
              </IconButton>
            )}
          </div>
          <Modal.Body className={styles.body ?? ''}>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Kit>
  );
}
