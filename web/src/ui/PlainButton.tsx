import type { ComponentPropsWithRef } from 'react';
import styles from './PlainButton.module.css';

/** A button that looks like nothing: its place says how it looks. */
export function PlainButton({ className = '', ...button }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...button} className={`${styles.button} ${className}`} />;
}
