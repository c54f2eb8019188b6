import { oc } from '@orpc/contract';
import * as z from 'zod/mini';
import type { Permission } from '../permissions.ts';

/**
 * Who may call a route: a permission of the table; 'anyone' before sign-in; 'visitor' with the secret of a live-chat
 * session. Every route states it; the server refuses to start with one that does not.
 */
export type Access = Permission | 'anyone' | 'visitor';

/** Starts a route: `route(access, method, path)`. Inputs are detailed: `{params, query, body}`. */
export const route = (access: Access, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.$meta<{ access?: Access }>({}).meta({ access }).route({ method, path, summary, inputStructure: 'detailed', successStatus: 200 });

/** A list's answer (domain: conventions of the wire). */
export const pageOf = <T extends z.ZodMiniType>(content: T) =>
  z.object({
    content: z.array(content),
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalIsLowerBound: z.optional(z.boolean()),
    totalPages: z.int(),
    last: z.boolean(),
  });

export const pageQuery = (defaultSize: number, largest: number) => ({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0),
  size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largest)), defaultSize),
});

/** PATCH bodies (domain): a list of `{op: "replace", path, value}` over the named fields. */
export const replace = <Path extends string, T extends z.ZodMiniType>(path: Path, value: T) =>
  z.object({ op: z.literal('replace'), path: z.literal(path), value });
