import { permissions } from '@parley/contract';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { readAuditSearch } from './audit/audit-search.ts';
import { readPeopleSearch } from './users/people-search.ts';
import { readWidgetSearch } from './widget/widget-search.ts';

const home = lazyRouteComponent(() => import('./AdministrationHome.tsx'), 'AdministrationHome');
const users = lazyRouteComponent(() => import('./users/UsersPage.tsx'), 'UsersPage');
const newUser = lazyRouteComponent(() => import('./users/NewUserPage.tsx'), 'NewUserPage');
const widget = lazyRouteComponent(() => import('./widget/WidgetPage.tsx'), 'WidgetPage');
const audit = lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage');

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('./OwnSettings.tsx'), 'OwnSettings'),
  staticData: { authorizeChildren: permissions.settings.open.roles },
});

const adminUserRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  component: lazyRouteComponent(() => import('./users/OwnUserPage.tsx'), 'OwnUserPage'),
  staticData: { crumbKey: 'ADMINISTRATION_USERS' },
});

/** What an admin keeps of the own account (administration, section 2). */
const ownRoutes = adminRoute.addChildren([
  createRoute({ getParentRoute: () => adminRoute, path: '/', component: home, staticData: { crumbKey: 'FRAME_ADMINISTRATION' } }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/users',
    component: users,
    validateSearch: readPeopleSearch,
    staticData: { crumbKey: 'ADMINISTRATION_USERS' },
  }),
  createRoute({ getParentRoute: () => adminRoute, path: '/users/create', component: newUser, staticData: { crumbKey: 'USERS_NEW' } }),
  adminUserRoute,
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/widget',
    component: widget,
    validateSearch: readWidgetSearch,
    staticData: { crumbKey: 'ADMINISTRATION_WIDGET' },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    component: audit,
    validateSearch: readAuditSearch,
    staticData: { crumbKey: 'ADMINISTRATION_AUDIT' },
  }),
]);

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/super-admin/accounts/$accountId/settings',
  component: lazyRouteComponent(() => import('./NamedSettings.tsx'), 'NamedSettings'),
  staticData: { authorizeChildren: permissions.accounts.administer.roles },
});

/** The same of any account, for super admins. */
const namedRoutes = settingsRoute.addChildren([
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/',
    component: home,
    staticData: { crumbKey: 'ADMINISTRATION_ACCOUNT_SETTINGS' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users',
    component: users,
    validateSearch: readPeopleSearch,
    staticData: { crumbKey: 'ADMINISTRATION_USERS' },
  }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/users/create', component: newUser, staticData: { crumbKey: 'USERS_NEW' } }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users/$userId',
    component: lazyRouteComponent(() => import('./users/NamedUserPage.tsx'), 'NamedUserPage'),
    staticData: { crumbKey: 'ADMINISTRATION_USERS' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/widget',
    component: widget,
    validateSearch: readWidgetSearch,
    staticData: { crumbKey: 'ADMINISTRATION_WIDGET' },
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/audit',
    component: audit,
    validateSearch: readAuditSearch,
    staticData: { crumbKey: 'ADMINISTRATION_AUDIT' },
  }),
]);

/** The short address of the list, as the specification names it. */
const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/users',
  staticData: { authorize: permissions.settings.open.roles, crumbKey: 'ADMINISTRATION_USERS' },
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});

export const administrationRoutes = [ownRoutes, namedRoutes, usersRoute];
