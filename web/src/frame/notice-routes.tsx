import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../root-route.ts';
import { everyRole } from '../route-meta.ts';
import { ForbiddenPage, NotFoundPage } from './NoticePages.tsx';

/** The pages that say no (communications, sections 2 and 8). */
export const noticeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/403',
    component: ForbiddenPage,
    staticData: { authorize: everyRole, crumbKey: 'FRAME_FORBIDDEN' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/404',
    component: NotFoundPage,
    staticData: { authorize: everyRole, crumbKey: 'FRAME_NOT_FOUND' },
  }),
];
