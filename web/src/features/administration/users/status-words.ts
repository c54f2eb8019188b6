import type { UserDetails } from '@parley/contract';
import type { TextKey } from '../../../text.ts';
import type { IconName } from '../../../ui/icon-names.ts';

const words = {
  active: ['check', 'USERS_ACTIVE'],
  inactive: ['minus', 'USERS_INACTIVE'],
  invited: ['clock', 'USERS_INVITED'],
} as const satisfies Record<string, readonly [IconName, TextKey]>;

/** Whether somebody can sign in: the state, its sign and its word. */
export function statusWords(user: Pick<UserDetails, 'status' | 'hasPassword'>) {
  const state = user.status === 'inactive' || user.hasPassword ? user.status : 'invited';
  const [icon, word] = words[state];
  return { state, icon, word };
}
