import { useText } from '../text.ts';
import styles from './Forms.module.css';

/** The name of a field that may stay empty says so; the others are needed. */
export function Label({ name, optional = false }: { name: string; optional?: boolean }) {
  const text = useText();
  return (
    <>
      {name}
      {optional ? <span className={styles.optional}> {text('FORM_OPTIONAL')}</span> : null}
    </>
  );
}
