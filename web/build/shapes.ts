import * as z from 'zod/mini';
import type { Shape } from '../src/api/shape.ts';

/** What `fits` understands; any other keyword would silently not be checked. */
const KNOWN = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'anyOf',
  'const',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  '$ref',
];
/** Said again by `pattern`, or of no matter for a check. */
const SAID_ELSEWHERE = ['format', '$schema', 'propertyNames'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function shapeOf(schema: unknown): Shape {
  if (!isRecord(schema)) throw new Error('A schema that is no object');
  if (Array.isArray(schema.type)) return { anyOf: schema.type.map((type: unknown) => shapeOf({ ...schema, type })) };
  const shape: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (SAID_ELSEWHERE.includes(keyword)) continue;
    if (!KNOWN.includes(keyword)) throw new Error(`The keyword ${keyword} of a schema is not understood`);
    // What JavaScript's whole numbers have by themselves.
    if ((keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) continue;
    if (keyword === '$ref') shape.part = partName(String(value).replace('#/$defs/', ''));
    else if (keyword === 'items' || keyword === 'additionalProperties') shape[keyword] = shapeOf(value);
    else if (keyword === 'anyOf') shape[keyword] = (value as unknown[]).map(shapeOf);
    else if (keyword === 'properties') shape[keyword] = shapesIn(value);
    else if (keyword === 'required') continue;
    else shape[keyword] = value;
  }
  // Nearly everything is required: what is not, is named.
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  if (optional.length > 0) shape.optional = optional;
  return shape;
}

/** Parts have no names of their own in the contract: the library numbers them behind a word, which would be said four hundred times. */
const partName = (given: string): string => given.replace('__schema', '');

const shapesIn = (schemas: unknown): Record<string, Shape> =>
  Object.fromEntries(Object.entries(isRecord(schemas) ? schemas : {}).map(([name, schema]) => [name, shapeOf(schema)]));

/**
 * The shapes of what these schemas take, and the parts that several of them share. What only a refinement says is not in it. Of those
 * that are checked later it is only said whether they are objects or texts.
 */
export function shapesOf(
  schemas: Readonly<Record<string, z.ZodMiniType>>,
  later: readonly z.ZodMiniType[] = [],
): { shapes: Record<string, Shape>; parts: Record<string, Shape> } {
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), {
    io: 'input',
    reused: 'ref',
    override({ zodSchema, jsonSchema }) {
      if (!later.some((one) => (one as unknown) === zodSchema)) return;
      for (const keyword of Object.keys(jsonSchema)) if (keyword !== 'type') delete jsonSchema[keyword];
    },
  });
  const parts = Object.entries(shapesIn($defs)).map(([name, shape]) => [partName(name), shape] as const);
  return { shapes: shapesIn(properties), parts: Object.fromEntries(parts) };
}
