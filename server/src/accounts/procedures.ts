import { type AnyProcedure, type AnyRouter, isProcedure } from '@orpc/server';

/** Every procedure of a router, however deep. */
export function proceduresOf(router: AnyRouter): AnyProcedure[] {
  return isProcedure(router) ? [router] : Object.values(router as Record<string, AnyRouter>).flatMap(proceduresOf);
}
