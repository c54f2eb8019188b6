import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './KeptField.module.css';

interface KeptFieldProps {
  label: string;
  words: string;
  /** What can be done with them. */
  children?: ReactNode;
}

/**
 * Words whose own field is gone. Whoever is still typing types into this one, where letters are no commands: it takes the focus that the other
 * has lost.
 */
export function KeptField({ label, words, children }: KeptFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.kept}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} ref={field} readOnly rows={Math.min(6, words.split('\n').length + 1)} value={words} data-after-resolve />
      {children}
    </div>
  );
}
