import { describe, expect, it } from 'vitest';
import { trailOf } from './crumbs.ts';
import { everyRole, type RouteMeta } from './route-meta.ts';

const route = (staticData: RouteMeta) => ({ options: { staticData }, parentRoute: { options: { staticData: { authorize: everyRole } } } });
const ofAdmins: RouteMeta = { authorize: ['admin'] };
const routes = {
  '/admin': route({ ...ofAdmins, crumbKey: 'FRAME_ADMINISTRATION' }),
  '/admin/users': route({ ...ofAdmins, crumbKey: 'ADMINISTRATION_USERS' }),
  '/admin/users/$userId': route({ ...ofAdmins, crumbKey: 'USERS_ONE' }),
  '/admin/nameless': route(ofAdmins),
  '/admin/nameless/deep': route({ authorize: everyRole, crumbKey: 'USERS_NEW' }),
};
const admin = { role: 'admin', features: {} } as const;
const keys = (path: string, visitor: Parameters<typeof trailOf>[2] = admin) => trailOf(path, routes, visitor).map(({ key }) => key);

describe('the trail of a page', () => {
  it('is every named page above it in the address, and itself at the end', () => {
    expect(trailOf('/admin/users/$userId', routes, admin)).toEqual([
      { path: '/admin', key: 'FRAME_ADMINISTRATION', param: null },
      { path: '/admin/users', key: 'ADMINISTRATION_USERS', param: null },
      { path: '/admin/users/$userId', key: 'USERS_ONE', param: 'userId' },
    ]);
  });

  it('passes over what has no name or is no page, and asks nothing of a slash at the end', () => {
    expect(keys('/admin/nameless/deep')).toEqual(['FRAME_ADMINISTRATION', 'USERS_NEW']);
    expect(keys('/admin/users/')).toEqual(['FRAME_ADMINISTRATION', 'ADMINISTRATION_USERS']);
    expect(keys('/')).toEqual([]);
  });

  it('has the list above one of many, also where both are one route', () => {
    const path = '/admin/channels/{-$endId}';
    const both = { ...routes, [path]: route({ ...ofAdmins, crumbKey: 'ADMINISTRATION_CHANNELS' }) };
    const [admins, list] = trailOf(path, both, admin, {});
    expect([admins?.key, list]).toEqual(['FRAME_ADMINISTRATION', { path, key: 'ADMINISTRATION_CHANNELS', param: null }]);
    expect(trailOf(path, both, admin, { endId: 'x' }).slice(1)).toEqual([
      { path, key: 'ADMINISTRATION_CHANNELS', param: null, without: 'endId' },
      { path, key: 'ADMINISTRATION_CHANNELS', param: 'endId' },
    ]);
  });

  it('leads nobody where they may not go', () => {
    expect(keys('/admin/nameless/deep', { role: 'agent', features: {} })).toEqual(['USERS_NEW']);
  });
});
