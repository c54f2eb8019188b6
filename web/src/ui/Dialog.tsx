import { ActionIcon, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Pixels; on a phone it takes what there is. */
  width: number;
  /** While keys mean something else inside. */
  keepsEscape?: boolean;
  children: ReactNode;
}

/** A question or a list over the page, with its name and a way out. Escape and a click beside it close it too. */
export function Dialog({ title, onClose, width, keepsEscape = false, children }: DialogProps) {
  const text = useText();
  return (
    <Modal.Root opened onClose={onClose} size={width} closeOnEscape={!keepsEscape}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          <ActionIcon onClick={onClose} aria-label={text('FRAME_CLOSE')} title={text('FRAME_CLOSE')}>
            <Icon name="x" />
          </ActionIcon>
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
