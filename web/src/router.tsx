import type { CurrentUser } from '@parley/contract';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { cancelPendingReads } from './api/navigation.ts';
import { administrationRoutes } from './features/administration/routes.tsx';
import { communicationsRoutes } from './features/communications/routes.tsx';
import { profileRoutes } from './features/profile/routes.tsx';
import { superAdminRoutes } from './features/super-admin/routes.tsx';
import { noticeRoutes } from './frame/notice-routes.tsx';
import { PageError } from './frame/PageError.tsx';
import { report } from './report.ts';
import { rootRoute } from './root-route.ts';
import { everyRole, landingOf } from './route-meta.ts';
import { settledPath } from './settled-path.ts';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { authorize: everyRole },
  beforeLoad: ({ context }) => {
    throw redirect({ to: landingOf(context.user) ?? '/403', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  ...communicationsRoutes,
  ...profileRoutes,
  ...administrationRoutes,
  ...superAdminRoutes,
  ...noticeRoutes,
]);

/** The router of the signed-in application for this person. */
export function createAppRouter(user: CurrentUser) {
  const { pathname, search, hash } = location;
  const settled = settledPath(pathname);
  if (settled !== pathname) history.replaceState(history.state, '', settled === '/404' ? settled : `${settled}${search}${hash}`);
  const router = createRouter({
    routeTree,
    context: { user },
    defaultErrorComponent: PageError,
    defaultOnCatch: report,
    defaultPreload: false,
    scrollRestoration: false,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) cancelPendingReads();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
