import { Navigate } from '@tanstack/react-router';

/** Any unknown path leads to /404 (communications, section 2). */
export function NotFoundRedirect() {
  return <Navigate to="/404" replace />;
}
