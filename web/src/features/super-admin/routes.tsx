import { permissions, type Role } from '@parley/contract';
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../lazy-page.ts';
import { rootRoute } from '../../root-route.ts';
import type { TextKey } from '../../text.ts';

const accounts = permissions.accounts.administer.roles;
const superUsers = permissions.superUsers.administer.roles;
const channels = permissions.channels.administer.roles;
const carrierPages = () => import('./carriers/carrier-pages.ts');

const page = <const Path extends string>(
  path: Path,
  authorize: readonly Role[],
  crumbKey: TextKey,
  component: ReturnType<typeof lazyPage>,
) => createRoute({ getParentRoute: () => rootRoute, path, component, staticData: { authorize, crumbKey } });

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
  page(
    '/super-admin/accounts',
    accounts,
    'FRAME_ACCOUNTS',
    lazyPage(() => import('./accounts/AccountsPage.tsx'), 'AccountsPage'),
  ),
  page(
    '/super-admin/accounts/create',
    accounts,
    'ACCOUNTS_NEW',
    lazyPage(() => import('./accounts/NewAccountPage.tsx'), 'NewAccountPage'),
  ),
  page(
    '/super-admin/accounts/$accountId',
    accounts,
    'ACCOUNTS_ONE',
    lazyPage(() => import('./accounts/AccountPage.tsx'), 'AccountPage'),
  ),
  page(
    '/super-admin/super-users',
    superUsers,
    'SUPER_USERS',
    lazyPage(() => import('./super-users/SuperUsersPage.tsx'), 'SuperUsersPage'),
  ),
  page(
    '/super-admin/super-users/create',
    superUsers,
    'SUPER_USERS_NEW',
    lazyPage(() => import('./super-users/NewSuperUserPage.tsx'), 'NewSuperUserPage'),
  ),
  page(
    '/super-admin/super-users/$superUserId',
    superUsers,
    'SUPER_USERS_ONE',
    lazyPage(() => import('./super-users/SuperUserPage.tsx'), 'SuperUserPage'),
  ),
  page('/super-admin/settings', channels, 'INSTALLATION_HOME', lazyPage(carrierPages, 'SettingsHome')),
  page('/super-admin/settings/carriers', channels, 'CARRIERS_ALL', lazyPage(carrierPages, 'CarriersPage')),
  page('/super-admin/settings/carriers/create', channels, 'CARRIERS_NEW', lazyPage(carrierPages, 'NewCarrierPage')),
  page('/super-admin/settings/carriers/$carrierId', channels, 'CARRIERS_ONE', lazyPage(carrierPages, 'CarrierPage')),
  page('/super-admin/settings/carriers/$carrierId/services', channels, 'SERVICES_ALL', lazyPage(carrierPages, 'ServicesPage')),
  page('/super-admin/settings/carriers/$carrierId/services/create', channels, 'SERVICES_NEW', lazyPage(carrierPages, 'NewServicePage')),
  page('/super-admin/settings/carriers/$carrierId/services/$serviceId', channels, 'SERVICES_ONE', lazyPage(carrierPages, 'ServicePage')),
];
