import { type CurrentUser, can, type Feature, type Permission, permissions, type Role } from '@parley/contract';
import type { TextKey } from './text.ts';

/** What a route states about itself (communications, section 2). */
export interface RouteMeta {
  /** Roles that may open it. */
  authorize?: readonly Role[];
  /** Roles for those routes below it that state none. */
  authorizeChildren?: readonly Role[];
  /** One enabled feature of these suffices. */
  features?: readonly Feature[];
  /** Every one of these must be enabled. */
  featuresAll?: readonly Feature[];
  /** Name of the page: in crumbs and in the browser's title. */
  crumbKey?: TextKey;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteMeta {}
}

type Visitor = Pick<CurrentUser, 'role' | 'features'>;

/**
 * May this person open the route at the end of this chain (root first)? The last route's own roles count, else what the
 * nearest route above says for its children; a chain that says nothing lets nobody in. Features are asked of every
 * route in the chain; with no features loaded they pass (communications, section 5).
 */
export function mayOpen(chain: readonly RouteMeta[], visitor: Visitor): boolean {
  const inherited = chain.slice(0, -1).findLast((meta) => meta.authorizeChildren !== undefined)?.authorizeChildren;
  const roles = chain.at(-1)?.authorize ?? inherited ?? [];
  if (!roles.includes(visitor.role)) return false;
  if (Object.keys(visitor.features).length === 0) return true;
  const on = (feature: Feature) => visitor.features[feature] === true;
  return chain.every((meta) => (meta.features?.some(on) ?? true) && (meta.featuresAll?.every(on) ?? true));
}

/** Every role: for pages that say something to whoever came there. */
export const everyRole = permissions.profile.read.roles;

const landings = [
  { permission: ['accounts', 'administer'], to: '/super-admin/accounts' },
  { permission: ['dashboard', 'open'], to: '/dashboard' },
  { permission: ['rooms', 'read'], to: '/communications/{-$roomId}' },
] as const satisfies readonly { permission: Permission; to: string }[];

/** The page on which this person begins (communications, section 2); null when the role has none. */
export function landingOf(visitor: Visitor): (typeof landings)[number]['to'] | null {
  return landings.find(({ permission }) => can(visitor.role, permission, visitor.features))?.to ?? null;
}
