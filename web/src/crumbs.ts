import type { AnyRoute } from '@tanstack/react-router';
import { create } from 'zustand';
import { mayOpen, type RouteMeta } from './route-meta.ts';
import type { TextKey } from './text.ts';

/** What a crumb asks of a route: the router's routes by their full paths have it. */
interface RouteOfCrumb {
  options: { staticData?: RouteMeta };
  parentRoute?: RouteOfCrumb;
}
export type RoutesByPath = Readonly<Record<string, RouteOfCrumb | AnyRoute>>;

export interface Crumb {
  /** Full path of the route, with its parameters' names in it. */
  path: string;
  key: TextKey;
  /** The parameter that says which one, where the page is about one of many. */
  param: string | null;
  /** The parameter without which the same route is the list above. */
  without?: string;
}

const metaOf = (route: RouteOfCrumb): RouteMeta => route.options.staticData ?? {};

function chainOf(route: RouteOfCrumb): RouteMeta[] {
  return [...(route.parentRoute === undefined ? [] : chainOf(route.parentRoute)), metaOf(route)];
}

/**
 * The way to a page, itself at the end: every page above it in the address that has a name and that this person may open. What a page states
 * about itself suffices for that (administration, section 2, `crumbKey`).
 *
 * @param path full path of the route that is shown
 * @param params what stands in the address: where a route may go without one that is there, it is the page above itself
 */
export function trailOf(
  path: string,
  routes: RoutesByPath,
  visitor: Parameters<typeof mayOpen>[1],
  params: Readonly<Record<string, string | undefined>> = {},
): Crumb[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.flatMap((part, place) => {
    const above = `/${parts.slice(0, place + 1).join('/')}`;
    const route: RouteOfCrumb | undefined = routes[above];
    const key = route === undefined ? undefined : metaOf(route).crumbKey;
    if (route === undefined || key === undefined || !mayOpen(chainOf(route), visitor)) return [];
    const [, optional] = /^\{-\$(.+)\}$/.exec(part) ?? [];
    const crumb: Crumb = { path: above, key, param: part.startsWith('$') ? part.slice(1) : null };
    if (optional === undefined || params[optional] === undefined) return [crumb];
    return [
      { ...crumb, without: optional },
      { ...crumb, param: optional },
    ];
  });
}

/** Names of what pages are about, by the ids in their addresses; each known once its page has loaded it. */
const useNames = create<Readonly<Record<string, string>>>(() => ({}));
export const useCrumbNames = (): Readonly<Record<string, string>> => useNames();

/** Says what that is called whose id stands in the address, for the crumbs of the pages below it. */
export function nameCrumb(id: string, name: string): void {
  if (useNames.getState()[id] !== name) useNames.setState({ [id]: name });
}
