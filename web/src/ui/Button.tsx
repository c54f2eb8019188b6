import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Button.module.css';
import { Spinner } from './Spinner.tsx';

/** How a button looks, and what stands in it beside its words. */
export interface ButtonLook {
  variant?: 'filled' | 'default' | 'light';
  size?: 'compact';
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** What it began is under way: it cannot be pressed again. */
  loading?: boolean;
}

/** Class and attributes of whatever looks like a button. */
export function buttonLook({ variant, size, leftSection, rightSection }: ButtonLook, className = '') {
  return {
    className: `${styles.button} ${className}`,
    'data-variant': variant,
    'data-size': size,
    'data-left': leftSection == null ? undefined : true,
    'data-right': rightSection == null ? undefined : true,
  };
}

/** Words of a button between what stands at their sides. */
export function ButtonInside({ leftSection, rightSection, children }: ButtonLook & { children: ReactNode }) {
  return (
    <span className={styles.inside}>
      {leftSection == null ? null : <span className={styles.left}>{leftSection}</span>}
      <span className={styles.label}>{children}</span>
      {rightSection == null ? null : <span className={styles.right}>{rightSection}</span>}
    </span>
  );
}

/** A button with words. Light enough for the first screen, which the kit's own is not. */
export function Button({
  variant,
  size,
  leftSection,
  rightSection,
  loading = false,
  disabled,
  className,
  children,
  ...button
}: ButtonProps) {
  const isDisabled = loading || disabled === true;
  const look: ButtonLook = { leftSection, rightSection, ...(variant && { variant }), ...(size && { size }) };
  return (
    <button
      type="button"
      {...button}
      {...buttonLook(look, className)}
      disabled={isDisabled}
      data-disabled={isDisabled || button['aria-disabled'] === true || undefined}
      data-loading={loading || undefined}
    >
      <ButtonInside {...look}>{children}</ButtonInside>
      {loading ? (
        <span className={styles.works} aria-hidden="true">
          <Spinner size={18} />
        </span>
      ) : null}
    </button>
  );
}
