import { can, type Permission, type Role } from '@parley/contract';
import { problem } from '../platform/problem.ts';

/** Who acts: the first thing that every rule takes after the transaction. Users of one account; super admins have none. */
export interface Actor {
  userId: string;
  accountId: string;
  role: Role;
  /** As colleagues read it: given and family name. */
  name: string;
  features: Readonly<Record<string, boolean>>;
}

/** Throws ERROR_FORBIDDEN unless the permission table lets this actor do it. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!can(actor.role, permission, actor.features)) throw problem('ERROR_FORBIDDEN');
}

export function mayDo(actor: Actor, permission: Permission): boolean {
  return can(actor.role, permission, actor.features);
}
