import { permissions } from '@parley/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { communicationsPage } from './fetch-ahead.ts';
import { readSearch } from './place.ts';

/** The Communications page (communications, section 2). */
export const communicationsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/communications/{-$roomId}',
    validateSearch: readSearch,
    component: lazyRouteComponent(communicationsPage, 'CommunicationsPage'),
    staticData: { authorize: permissions.rooms.read.roles, crumbKey: 'FRAME_COMMUNICATIONS' },
  }),
];
