import { type CurrentUser, can, type Permission } from '@parley/contract';
import { createContext, useContext } from 'react';

/** Filled by the start-up sequence once the person is known. */
export const CurrentUserContext = createContext<CurrentUser | null>(null);

/** Filled beside it: takes the person as the server stored them, or what of them is another now. */
export const UserChangedContext = createContext<(user: Partial<CurrentUser>) => void>(() => {
  throw new Error('useUserChanged outside the signed-in part of the application');
});

/** Tells the whole application who the signed-in person is now, after they changed their profile. */
export const useUserChanged = (): ((user: Partial<CurrentUser>) => void) => useContext(UserChangedContext);

/** The signed-in person. Only below the signed-in part of the application; elsewhere it is a bug and throws. */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext);
  if (user === null) throw new Error('useCurrentUser outside the signed-in part of the application');
  return user;
}

/** May the signed-in person do this, by the permission table and the account's features? */
export function useCan(permission: Permission): boolean {
  const user = useCurrentUser();
  return can(user.role, permission, user.features);
}
