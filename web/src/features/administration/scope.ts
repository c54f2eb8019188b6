import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

/** Whose settings these pages show, and where each of them is. */
export interface Scope {
  accountId: string;
  home: LinkProps;
  users: LinkProps;
  newUser: LinkProps;
  user: (userId: string) => LinkProps;
  audit: LinkProps;
  widget: LinkProps;
}

/** An admin's own account. */
export const ownScope = (accountId: string): Scope => ({
  accountId,
  home: linkOptions({ to: '/admin' }),
  users: linkOptions({ to: '/admin/users' }),
  newUser: linkOptions({ to: '/admin/users/create' }),
  user: (userId) => linkOptions({ to: '/admin/users/$userId', params: { userId } }),
  audit: linkOptions({ to: '/admin/audit' }),
  widget: linkOptions({ to: '/admin/widget' }),
});

/** An account that a super admin names. */
export const namedScope = (accountId: string): Scope => ({
  accountId,
  home: linkOptions({ to: '/super-admin/accounts/$accountId/settings', params: { accountId } }),
  users: linkOptions({ to: '/super-admin/accounts/$accountId/settings/users', params: { accountId } }),
  newUser: linkOptions({ to: '/super-admin/accounts/$accountId/settings/users/create', params: { accountId } }),
  user: (userId) => linkOptions({ to: '/super-admin/accounts/$accountId/settings/users/$userId', params: { accountId, userId } }),
  audit: linkOptions({ to: '/super-admin/accounts/$accountId/settings/audit', params: { accountId } }),
  widget: linkOptions({ to: '/super-admin/accounts/$accountId/settings/widget', params: { accountId } }),
});

export const ScopeContext = createContext<Scope | null>(null);

/** Only below the pages of an account's settings; elsewhere it is a bug and throws. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (scope === null) throw new Error('useScope outside the settings of an account');
  return scope;
}
