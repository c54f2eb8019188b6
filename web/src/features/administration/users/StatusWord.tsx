import type { UserDetails } from '@parley/contract';
import { type TextKey, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import styles from './Users.module.css';

const words = {
  active: ['check', 'USERS_ACTIVE'],
  inactive: ['minus', 'USERS_INACTIVE'],
  invited: ['clock', 'USERS_INVITED'],
} as const satisfies Record<string, readonly [IconName, TextKey]>;

/** Whether somebody can sign in, as a sign and a word. */
export function StatusWord({ user }: { user: Pick<UserDetails, 'status' | 'hasPassword'> }) {
  const text = useText();
  const state = user.status === 'inactive' || user.hasPassword ? user.status : 'invited';
  const [icon, word] = words[state];
  return (
    <span className={styles.status} data-state={state}>
      <Icon name={icon} /> {text(word)}
    </span>
  );
}
