import type { ComponentPropsWithRef } from 'react';
import styles from './IconButton.module.css';

/** A button that is one icon; its name is its `aria-label` and its `title`. */
export function IconButton({ className = '', ...button }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...button} className={`${styles.button} ${className}`} />;
}
