import { permissions } from '@parley/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazyPage } from '../../lazy-page.ts';
import { rootRoute } from '../../root-route.ts';
import { communicationsPage } from './fetch-ahead.ts';
import { readSearch } from './place.ts';

/** The Communications page, the one on which a chat of colleagues begins, and the list of one's mentions (communications, section 2). */
export const communicationsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/communications/create',
    component: lazyPage(() => import('./group/group-part.ts'), 'CreateRoomPage'),
    staticData: { authorize: permissions.rooms.create.roles, crumbKey: 'COMMUNICATIONS_NEW_CHAT' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/communications/mentions',
    component: lazyPage(() => import('./said/MentionsPage.tsx'), 'MentionsPage'),
    staticData: { authorize: permissions.rooms.read.roles, crumbKey: 'MENTIONS_TITLE' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/communications/{-$roomId}',
    validateSearch: readSearch,
    component: lazyRouteComponent(communicationsPage, 'CommunicationsPage'),
    staticData: { authorize: permissions.rooms.read.roles, crumbKey: 'FRAME_COMMUNICATIONS' },
  }),
];
