import { permissions } from '@parley/contract';
import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { LaterPage } from './LaterPage.tsx';

/** Landing pages of roles whose own area is not in this version: they say so, and where the work is. */
export const laterRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboard',
    component: LaterPage,
    staticData: { authorize: permissions.dashboard.open.roles, crumbKey: 'FRAME_DASHBOARD' },
  }),
];
