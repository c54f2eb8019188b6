import { permissions } from '@parley/contract';
import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

/** The Communications page (communications, section 2). */
export const communicationsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/communications/{-$roomId}',
    staticData: { authorize: permissions.rooms.read.roles, crumbKey: 'FRAME_COMMUNICATIONS' },
  }),
];
