import * as z from 'zod/mini';

/** A place of a JSON value: keys joined by dots, `[]` for any entry of a list. */
export type Place = string;

interface JsonSchema {
  format?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const join = (place: Place, key: string): Place => (place === '' ? key : `${place}.${key}`);

/** Where a schema takes ids (UUIDs), each place once. */
export function placesOfIds(schema: z.ZodMiniType): Place[] {
  const places = new Set<Place>();
  function walk(node: JsonSchema, place: Place): void {
    if (node.format === 'uuid') places.add(place);
    for (const [key, inner] of Object.entries(node.properties ?? {})) walk(inner, join(place, key));
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, join(place, '*'));
    if (node.items) walk(node.items, join(place, '[]'));
    for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) walk(inner, place);
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '');
  return [...places];
}

/** The value with another id wherever it has one at this place; null where it has none there. */
export function withIdAt(value: unknown, place: Place, id: string): unknown {
  let isThere = false;
  function put(inner: unknown, [key, ...rest]: string[]): unknown {
    if (inner === undefined || inner === null) return inner;
    if (key === undefined) {
      // Of a list of replacements one may replace an id and the next a name.
      if (!z.uuid().safeParse(inner).success) return inner;
      isThere = true;
      return id;
    }
    // In a query a list is written with commas.
    if (key === '[]' && typeof inner === 'string')
      return inner
        .split(',')
        .map((entry) => put(entry, rest))
        .join(',');
    if (key === '[]') return Array.isArray(inner) ? inner.map((entry) => put(entry, rest)) : inner;
    if (typeof inner !== 'object' || !(key in inner)) return inner;
    return { ...inner, [key]: put((inner as Record<string, unknown>)[key], rest) };
  }
  const changed = put(value, place === '' ? [] : place.split('.'));
  return isThere ? changed : null;
}

const Replacements = z.array(z.object({ op: z.literal('replace'), path: z.string(), value: z.unknown() }));

/** What an id at this place of `{query, body}` names: the last key of it, or the field that it replaces. */
export function nameOfId(place: Place, { body }: { body?: unknown }): string {
  const key = place.split('.').findLast((one) => one !== '[]') ?? '';
  const replaced = place === 'body.[].value' ? Replacements.safeParse(body).data : undefined;
  return replaced?.find(({ value }) => z.uuid().safeParse(value).success)?.path ?? key;
}

/** An id of nobody's that stands beside this one in any order of ids. */
export const nobodysBeside = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
