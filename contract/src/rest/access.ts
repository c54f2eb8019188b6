import { oc } from '@orpc/contract';
import * as z from 'zod/mini';
import { askedNumber } from '../entities/primitives.ts';
import type { Permission } from '../permissions.ts';

/**
 * Who may call a route: a permission of the table; 'anyone' before sign-in; 'visitor' with the secret of a live-chat
 * session. Every route states it; the server refuses to start with one that does not.
 */
export type Access = Permission | 'anyone' | 'visitor';

/** Starts a route: `route(access, method, path)`. Inputs are detailed: `{params, query, body}`. With `.meta({ form: true })` its body may also be a form. */
export const route = (access: Access, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc
    .$meta<{ access?: Access; form?: true }>({})
    .meta({ access })
    .route({ method, path, summary, inputStructure: 'detailed', successStatus: 200 });

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
  page: z._default(askedNumber(0, 10_000), 0),
  size: z._default(askedNumber(1, largest), defaultSize),
});

/** PATCH bodies (domain): a list of `{op: "replace", path, value}` over the named fields. */
export const replace = <Path extends string, T extends z.ZodMiniType>(path: Path, value: T) =>
  z.object({ op: z.literal('replace'), path: z.literal(path), value });

/** One replacement of a named field. */
export type Replacement<Fields extends Record<string, z.ZodMiniType>> = {
  [Path in keyof Fields & string]: { op: 'replace'; path: Path; value: z.output<Fields[Path]> };
}[keyof Fields & string];

/** The body of a PATCH over many fields: replacements, each field at most once. A fault is named at the field's own value. */
export function replacements<const Fields extends Record<string, z.ZodMiniType>>(fields: Fields) {
  const kinds = Object.entries(fields).map(([path, value]) => replace(path, value));
  const one = z.discriminatedUnion('path', kinds as [ReturnType<typeof replace>]) as unknown as z.ZodMiniType<
    Replacement<Fields>,
    { op: 'replace'; path: string; value: unknown }
  >;
  const once = (body: readonly { path: string }[]) => new Set(body.map(({ path }) => path)).size === body.length;
  return z.array(one).check(z.minLength(1), z.maxLength(kinds.length), z.refine(once, { error: 'FIELD_TWICE' }));
}

/** What a PATCH body asks for, by field. */
export function replaced<Fields extends Record<string, z.ZodMiniType>>(
  body: ReadonlyArray<Replacement<Fields>>,
): { [Path in keyof Fields]?: z.output<Fields[Path]> } {
  return Object.fromEntries(body.map(({ path, value }) => [path, value])) as { [Path in keyof Fields]?: z.output<Fields[Path]> };
}
