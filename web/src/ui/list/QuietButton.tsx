import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Icon } from '../Icon.tsx';
import type { IconName } from '../icon-names.ts';
import styles from './QuietButton.module.css';

interface QuietButtonProps extends Pick<ComponentProps<'button'>, 'onClick' | 'disabled' | 'title' | 'ref'> {
  icon: IconName;
  /** At phone width the sign stands alone, and these are its name. */
  words: string;
  loading?: boolean;
  /** Something is lost or ended by it: it keeps its words. */
  danger?: boolean;
}

/** A button beside the main ones: a sign and words without an edge. */
export function QuietButton({
  icon,
  words,
  title = words,
  danger = false,
  disabled = false,
  loading = false,
  ...button
}: QuietButtonProps) {
  return (
    <Button
      {...button}
      variant="subtle"
      color={danger ? 'red' : 'gray'}
      title={title}
      disabled={disabled}
      loading={loading}
      data-danger={danger}
      className={styles.button ?? ''}
      classNames={{ section: styles.sign ?? '' }}
      leftSection={<Icon name={icon} />}
    >
      <span className={styles.words}>{words}</span>
    </Button>
  );
}
