import { administrationRoutes } from './features/administration/routes.tsx';
import { superAdminRoutes } from './features/super-admin/routes.tsx';

/** Addresses of what admins and super admins keep; a part of its own, which nobody loads who keeps nothing. */
export const administrativeRoutes = [...administrationRoutes, ...superAdminRoutes] as const;
