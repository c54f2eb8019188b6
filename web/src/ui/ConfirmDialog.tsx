import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text.ts';

interface ConfirmDialogProps {
  opened: boolean;
  /** The question, with the verb and the number: "Delete 2 contacts?". */
  title: string;
  /** What goes and what stays. */
  words: string;
  /** The verb again, on the button. */
  confirm: string;
  /** The way back; "Cancel" when not said. */
  cancel?: string;
  /** Red: something is lost. */
  danger?: boolean;
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before what cannot be undone. Stays open while it works; closes when it is done; whoever opened it reports failures. */
export function ConfirmDialog({ opened, title, words, confirm, cancel, danger = false, onConfirm, onClose }: ConfirmDialogProps) {
  const text = useText();
  const [working, setWorking] = useState(false);
  const go = async () => {
    setWorking(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setWorking(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false}>
      <Text c="var(--text-2)">{words}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel ?? text('FRAME_CANCEL')}
        </Button>
        <Button {...(danger ? { color: 'red.6' } : {})} loading={working} onClick={go}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
