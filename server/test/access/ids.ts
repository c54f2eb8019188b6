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

/**
 * The value with another id wherever it has one at this place; null where it has none there.
 *
 * @throws when there is something else than an id
 */
export function withIdAt(value: unknown, place: Place, id: string): unknown {
  let isThere = false;
  function put(inner: unknown, [key, ...rest]: string[]): unknown {
    if (inner === undefined || inner === null) return inner;
    if (key === undefined) {
      if (!z.uuid().safeParse(inner).success) throw new Error(`no id at ${place}`);
      isThere = true;
      return id;
    }
    if (key === '[]') return Array.isArray(inner) ? inner.map((entry) => put(entry, rest)) : inner;
    if (typeof inner !== 'object' || !(key in inner)) return inner;
    return { ...inner, [key]: put((inner as Record<string, unknown>)[key], rest) };
  }
  const changed = put(value, place === '' ? [] : place.split('.'));
  return isThere ? changed : null;
}

/** What an id at this place names: the last key of it. */
export const nameOfId = (place: Place): string =>
  place
    .split('.')
    .filter((key) => key !== '[]')
    .at(-1) ?? '';

/** An id of nobody's that stands beside this one in any order of ids. */
export const nobodysBeside = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
