import styles from './Spinner.module.css';

/** Something is on its way: a ring that turns, in the colour of the words around it. */
export function Spinner({ size }: { size: number }) {
  return <span className={styles.ring} style={{ width: size, height: size, borderWidth: size / 8 }} />;
}
