import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../../../ui/Refusal.module.css';

/** In a question about a group that went out of sight while it was asked. It leaves the focus where somebody types. */
export function GoneWords() {
  const text = useText();
  return (
    <p className={styles.refusal} role="alert">
      <Icon name="alert" />
      <span>{text('COLLEAGUES_GONE_KEPT')}</span>
    </p>
  );
}
