import type { UserDetails } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { statusWords } from './status-words.ts';
import styles from './Users.module.css';

/** Whether somebody can sign in, as a sign and a word. */
export function StatusWord({ user }: { user: Pick<UserDetails, 'status' | 'hasPassword'> }) {
  const text = useText();
  const { state, icon, word } = statusWords(user);
  return (
    <span className={styles.status} data-state={state}>
      <Icon name={icon} /> {text(word)}
    </span>
  );
}
