import { currentLanguage, useText } from '../../../text.ts';
import styles from './LeftLines.module.css';
import type { Report } from './offer.ts';

/** So many are named where the same speaks against several. */
const NAMED = 3;

/** To whom something was not done, and why. */
export function LeftLines({ lines }: { lines: Report['lines'] }) {
  const text = useText();
  const named = (names: readonly string[]) => {
    const words = new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'short' }).format(names.slice(0, NAMED));
    return names.length > NAMED ? text('BULK_AND_MORE', { names: words, count: names.length - NAMED }) : words;
  };
  return (
    <ul className={styles.lines}>
      {lines.map(({ names, why }) => (
        <li key={why}>
          <b className={styles.names}>{named(names)}</b> {why}
        </li>
      ))}
    </ul>
  );
}
