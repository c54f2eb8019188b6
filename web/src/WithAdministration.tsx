import type { CurrentUser } from '@parley/contract';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { administrativeRoutes } from './administrative-routes.ts';
import { createAppRouter } from './router.tsx';

/** The pages of somebody who may keep accounts, people or settings, or who asks for such a page: then they are told that they may not. */
export function WithAdministration({ user }: { user: CurrentUser }) {
  const [router] = useState(() => createAppRouter(user, administrativeRoutes));
  return <RouterProvider router={router} />;
}
