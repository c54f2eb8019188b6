import type { ComponentPropsWithRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import styles from './HeadButton.module.css';

interface HeadButtonProps extends ComponentPropsWithRef<'button'> {
  icon: IconName;
  /** Its verb. */
  children: string;
  /** What it is called, where that says more than the verb. */
  name?: string;
}

/** What can be done with an open room beside the main action: a verb with its sign, where the head is narrow the sign, on a phone in the menu alone. */
export function HeadButton({ icon, children, name = children, className = '', ...button }: HeadButtonProps) {
  return (
    <Button
      variant="default"
      title={name}
      {...button}
      className={`${styles.button} ${className}`}
      leftSection={<Icon name={icon} />}
      aria-label={name}
    >
      <span className={styles.words}>{children}</span>
    </Button>
  );
}
