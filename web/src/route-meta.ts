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

/**
 * Does this chain end in a route that only speaks for those below it? It is no page: nothing stands at an address that comes no further,
 * as of a page of administration that there is not.
 */
export function isNoPage(chain: readonly RouteMeta[]): boolean {
  const last = chain.at(-1);
  return last?.authorizeChildren !== undefined && last.authorize === undefined;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Does an address name by its id what cannot be, as a user by a word? Then there is no such page. A room is not asked for: the page of
 * Communications stays, and says so in the room's place.
 */
export function namesNothing(params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(params).some(([name, id]) => name !== 'roomId' && name.endsWith('Id') && id !== undefined && !ID.test(id));
}

/** Every role: for pages that say something to whoever came there. */
export const everyRole = permissions.profile.read.roles;

const landings = [
  { permission: ['accounts', 'administer'], to: '/super-admin/accounts' },
  { permission: ['rooms', 'read'], to: '/communications/{-$roomId}' },
] as const satisfies readonly { permission: Permission; to: string }[];

/** The page on which this person begins (communications, section 2); null when the role has none. */
export function landingOf(visitor: Visitor): (typeof landings)[number]['to'] | null {
  return landings.find(({ permission }) => can(visitor.role, permission, visitor.features))?.to ?? null;
}
