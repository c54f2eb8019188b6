import { permissions } from '@parley/contract';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lazy-page.ts';
import { rootRoute } from '../../root-route.ts';

/** One's own profile (administration, section 2), of super admins too. */
export const profileRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/profile',
    component: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage'),
    staticData: { authorize: permissions.profile.change.roles, crumbKey: 'PROFILE_TITLE' },
  }),
];
