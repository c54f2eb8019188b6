import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.ts';
import { rootRoute } from '../root-route.ts';
import { everyRole } from '../route-meta.ts';

const pages = () => import('./NoticePages.tsx');

/** The pages that say no (communications, sections 2 and 8). What breaks says so in its own place, and can be tried again there (PageError). */
export const noticeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/400',
    component: lazyPage(pages, 'UnexpectedPage'),
    staticData: { authorize: everyRole, crumbKey: 'FRAME_UNEXPECTED' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/403',
    component: lazyPage(pages, 'ForbiddenPage'),
    staticData: { authorize: everyRole, crumbKey: 'FRAME_FORBIDDEN' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/404',
    component: lazyPage(pages, 'NotFoundPage'),
    staticData: { authorize: everyRole, crumbKey: 'FRAME_NOT_FOUND' },
  }),
];
