import type { Role } from '@parley/contract';
import type { TextKey } from '../text.ts';

/** What a role is called. */
export const roleNames = {
  agent: 'FRAME_ROLE_AGENT',
  supervisor: 'FRAME_ROLE_SUPERVISOR',
  admin: 'FRAME_ROLE_ADMIN',
  superAdmin: 'FRAME_ROLE_SUPER_ADMIN',
} as const satisfies Record<Role, TextKey>;
