import { permissions } from '@parley/contract';
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../lazy-page.ts';
import { rootRoute } from '../../root-route.ts';

const accounts = permissions.accounts.administer.roles;
const superUsers = permissions.superUsers.administer.roles;
const settings = permissions.carriers.administer.roles;
const carrierPages = () => import('./carriers/carrier-pages.ts');

/** What super admins keep: accounts, one another, and what belongs to the installation (administration, section 2, "Super admin routes"). */
export const superAdminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin',
    staticData: { authorize: accounts },
    beforeLoad: () => {
      throw redirect({ to: '/super-admin/accounts', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/accounts',
    component: lazyPage(() => import('./accounts/AccountsPage.tsx'), 'AccountsPage'),
    staticData: { authorize: accounts, crumbKey: 'FRAME_ACCOUNTS' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/accounts/create',
    component: lazyPage(() => import('./accounts/NewAccountPage.tsx'), 'NewAccountPage'),
    staticData: { authorize: accounts, crumbKey: 'ACCOUNTS_NEW' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/accounts/$accountId',
    component: lazyPage(() => import('./accounts/AccountPage.tsx'), 'AccountPage'),
    staticData: { authorize: accounts, crumbKey: 'ACCOUNTS_ONE' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/super-users',
    component: lazyPage(() => import('./super-users/SuperUsersPage.tsx'), 'SuperUsersPage'),
    staticData: { authorize: superUsers, crumbKey: 'SUPER_USERS' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/super-users/create',
    component: lazyPage(() => import('./super-users/NewSuperUserPage.tsx'), 'NewSuperUserPage'),
    staticData: { authorize: superUsers, crumbKey: 'SUPER_USERS_NEW' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/super-users/$superUserId',
    component: lazyPage(() => import('./super-users/SuperUserPage.tsx'), 'SuperUserPage'),
    staticData: { authorize: superUsers, crumbKey: 'SUPER_USERS_ONE' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings',
    component: lazyPage(carrierPages, 'SettingsHome'),
    staticData: { authorize: settings, crumbKey: 'INSTALLATION_HOME' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings/carriers',
    component: lazyPage(carrierPages, 'CarriersPage'),
    staticData: { authorize: settings, crumbKey: 'CARRIERS_ALL' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings/carriers/create',
    component: lazyPage(carrierPages, 'NewCarrierPage'),
    staticData: { authorize: settings, crumbKey: 'CARRIERS_NEW' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings/carriers/$carrierId',
    component: lazyPage(carrierPages, 'CarrierPage'),
    staticData: { authorize: settings, crumbKey: 'CARRIERS_ONE' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings/carriers/$carrierId/services',
    component: lazyPage(carrierPages, 'ServicesPage'),
    staticData: { authorize: settings, crumbKey: 'SERVICES_ALL' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings/carriers/$carrierId/services/create',
    component: lazyPage(carrierPages, 'NewServicePage'),
    staticData: { authorize: settings, crumbKey: 'SERVICES_NEW' },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/super-admin/settings/carriers/$carrierId/services/$serviceId',
    component: lazyPage(carrierPages, 'ServicePage'),
    staticData: { authorize: settings, crumbKey: 'SERVICES_ONE' },
  }),
];
