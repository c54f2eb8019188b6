import type { AnyContractRouter } from '@orpc/contract';
import { isContractProcedure } from '@orpc/contract';

/** `{rooms: {one: 'GET /rooms/{roomId}'}}` */
export type RouteTable = { readonly [name: string]: string | RouteTable };

/** Method and path of every route of a contract, under the names by which it is called. Throws for a route that states none. */
export function routesOf(router: AnyContractRouter): RouteTable {
  return Object.fromEntries(
    Object.entries(router).map(([name, entry]) => {
      if (!isContractProcedure(entry)) return [name, routesOf(entry)];
      const { method, path } = entry['~orpc'].route;
      if (method === undefined || path === undefined) throw new Error(`The route ${name} states no method or no path`);
      return [name, `${method} ${path}`];
    }),
  );
}
