import { type CurrentUser, can } from '@parley/contract';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { administrativeRoutes } from './administrative-routes.ts';
import { cancelPendingReads } from './api/navigation.ts';
import { communicationsRoutes } from './features/communications/routes.tsx';
import { profileRoutes } from './features/profile/routes.tsx';
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

type AdministrativeRoutes = typeof administrativeRoutes;

/** Addresses at which something is kept. */
const KEPT = /^\/(admin|super-admin|users)(\/|$)/;

/** Does this person keep accounts, people or settings, or ask for a page of those who do? Nobody else loads its addresses. */
export const administers = ({ role, features }: CurrentUser): boolean =>
  can(role, ['settings', 'open'], features) || can(role, ['accounts', 'administer'], features) || KEPT.test(location.pathname);

/**
 * The router of the signed-in application for this person.
 * @param further addresses that come later; without them the tree has their types all the same, so that a link is checked wherever it stands
 */
export function createAppRouter(user: CurrentUser, further: AdministrativeRoutes | readonly [] = []) {
  const routes = [homeRoute, ...communicationsRoutes, ...profileRoutes, ...noticeRoutes, ...(further as AdministrativeRoutes)] as const;
  const { pathname, search, hash } = location;
  const settled = settledPath(pathname);
  if (settled !== pathname) history.replaceState(history.state, '', settled === '/404' ? settled : `${settled}${search}${hash}`);
  const router = createRouter({
    routeTree: rootRoute.addChildren(routes),
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
