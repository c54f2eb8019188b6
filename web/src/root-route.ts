import type { CurrentUser } from '@parley/contract';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { Frame } from './frame/Frame.tsx';
import { NotFoundRedirect } from './frame/NotFoundRedirect.tsx';
import { everyRole, isNoPage, landingOf, mayOpen, namesNothing } from './route-meta.ts';

export interface RouterContext {
  user: CurrentUser;
}

/**
 * Every page stands below this route, inside the frame. A feature's routes.tsx makes its routes with
 * `createRoute({getParentRoute: () => rootRoute, …})` and states who may open them in `staticData`.
 */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Frame,
  notFoundComponent: NotFoundRedirect,
  // An unknown path matches this route alone: whoever is signed in may learn that there is nothing.
  staticData: { authorize: everyRole },
  beforeLoad: ({ context, matches }) => {
    const chain = matches.map((match) => match.staticData);
    // An address that goes on after a page of ours matches that page too, which this person may not open: there is nothing all the same.
    const isUnknown = matches.some(({ _notFound }) => _notFound === true);
    if (isUnknown || isNoPage(chain) || namesNothing(matches.at(-1)?.params ?? {})) throw redirect({ to: '/404', replace: true });
    if (mayOpen(chain, context.user)) return;
    const landing = landingOf(context.user);
    const refusedThere = matches.at(-1)?.fullPath === landing;
    throw redirect({ to: landing === null || refusedThere ? '/403' : landing, replace: true });
  },
});
