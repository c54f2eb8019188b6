import { permissions, Role } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyRole, isNoPage, landingOf, mayOpen, namesNothing, type RouteMeta } from './route-meta.ts';

const person = (role: Role, features: Record<string, boolean> = { TAGS: false }) => ({ role, features });
const admin: RouteMeta = { authorize: ['admin'], authorizeChildren: ['admin'] };

describe('isNoPage', () => {
  it('is what speaks only for those below it', () => {
    expect(isNoPage([{ authorize: everyRole }, { authorizeChildren: ['admin'] }])).toBe(true);
    expect(isNoPage([{ authorize: everyRole }, { authorizeChildren: ['admin'] }, { crumbKey: 'ADMINISTRATION_USERS' }])).toBe(false);
    expect(isNoPage([admin])).toBe(false);
    expect(isNoPage([{ authorize: everyRole }])).toBe(false);
    expect(isNoPage([])).toBe(false);
  });
});

describe('an address with ids', () => {
  const id = '0198c2f4-7d1e-7c3a-9b5d-1f2e3a4b5c6d';

  it('names nothing when one of them is no id', () => {
    expect(namesNothing({ accountId: id, userId: 'elena' })).toBe(true);
    expect(namesNothing({ superUserId: `${id}0` })).toBe(true);
    expect(namesNothing({ accountId: id, userId: id.toUpperCase() })).toBe(false);
    expect(namesNothing({ area: 'reports' })).toBe(false);
    expect(namesNothing({})).toBe(false);
  });

  it('leaves a room to Communications', () => {
    expect(namesNothing({ roomId: 'none' })).toBe(false);
    expect(namesNothing({ roomId: undefined })).toBe(false);
  });
});

describe('mayOpen', () => {
  it('asks the last route’s own roles, else what is said for children', () => {
    expect(mayOpen([admin], person('admin'))).toBe(true);
    expect(mayOpen([admin], person('supervisor'))).toBe(false);
    expect(mayOpen([admin, {}], person('admin'))).toBe(true);
    expect(mayOpen([admin, {}], person('supervisor'))).toBe(false);
    expect(mayOpen([admin, { authorize: ['admin', 'supervisor'] }], person('supervisor'))).toBe(true);
    expect(mayOpen([admin, { authorizeChildren: ['agent'] }, {}], person('agent'))).toBe(true);
    expect(mayOpen([admin, { authorizeChildren: ['agent'] }, {}], person('admin'))).toBe(false);
  });

  it('lets nobody in where nothing is said', () => {
    for (const role of Role.options) expect(mayOpen([{}, {}], person(role))).toBe(false);
    expect(mayOpen([], person('admin'))).toBe(false);
    // What a route says for its children is not said for itself.
    expect(mayOpen([{ authorizeChildren: everyRole }], person('admin'))).toBe(false);
  });

  it('needs one of features, all of featuresAll, of every route above too', () => {
    const roles = { authorize: everyRole };
    const one: RouteMeta = { ...roles, features: ['EVALUATIONS', 'VIOLATIONS'] };
    const both: RouteMeta = { ...roles, featuresAll: ['EVALUATIONS', 'VIOLATIONS'] };
    const half = person('agent', { EVALUATIONS: true, VIOLATIONS: false });
    expect(mayOpen([one], half)).toBe(true);
    expect(mayOpen([both], half)).toBe(false);
    expect(mayOpen([both, roles], half)).toBe(false);
    expect(mayOpen([both], person('agent', { EVALUATIONS: true, VIOLATIONS: true }))).toBe(true);
    expect(mayOpen([one], person('agent', { EVALUATIONS: false }))).toBe(false);
    // With no features loaded, feature checks pass.
    expect(mayOpen([both], person('agent', {}))).toBe(true);
  });

  it('never lets in a role that is not listed, whatever the features', () => {
    const roles = fc.subarray([...Role.options]);
    fc.assert(
      fc.property(
        roles,
        fc.constantFrom(...Role.options),
        fc.dictionary(fc.constantFrom('TAGS', 'VIOLATIONS'), fc.boolean()),
        (listed, role, features) => {
          expect(mayOpen([admin, { authorize: listed }], { role, features })).toBe(listed.includes(role));
        },
      ),
    );
  });
});

describe('landingOf', () => {
  it('leads each role to its own page, which it may open', () => {
    expect(landingOf(person('superAdmin'))).toBe('/super-admin/accounts');
    for (const role of ['admin', 'supervisor', 'agent'] as const) expect(landingOf(person(role))).toBe('/communications/{-$roomId}');
    expect(permissions.rooms.read.roles).not.toContain('superAdmin');
  });
});
