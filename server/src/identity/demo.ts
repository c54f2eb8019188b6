import type { Role } from '@parley/contract';
import type { FastifyRequest } from 'fastify';

/** Somebody whom the demo offers on the sign-in page. */
export interface DemoPerson {
  userId: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Null for super admins. */
  accountName: string | null;
}

export interface Demo {
  people: () => Promise<readonly DemoPerson[]>;
  /** Where a person plays the customer. */
  sandboxUrl: string;
}

const LOOPBACK_HOST = /^(127(?:\.\d{1,3}){3}|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * One click without a password: only on this very computer, and never through a proxy, which would make loopback of the
 * whole world (domain: the sandbox). The server's own settings decide before whether there is a demo at all.
 */
export function mayUseDemo(request: Pick<FastifyRequest, 'headers'>): boolean {
  const { headers } = request;
  if (!LOOPBACK_HOST.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
}
