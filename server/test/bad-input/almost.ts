import fc from 'fast-check';
import * as z from 'zod/mini';

/** Values that break parsers, databases and string handling, among ordinary ones. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\u0000b',
    '../../etc/passwd',
    "'; drop table rooms; --",
    '%00',
    '{{7*7}}',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, -1e308, 2 ** 53, 0.1, [], {}, [[[[]]]]),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.uuid(),
);

/** What is there, by the name of the key at which it is asked for: ids of each kind, a password. */
export type Known = Readonly<Record<string, readonly string[]>>;

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** A frame's payload. */
export const payloadOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** The parts of a route's input: `params`, `query`, `body`, as far as it has them. */
export function partsOf(schema: z.ZodMiniType | undefined): Record<string, JsonSchema> {
  if (schema === undefined) return {};
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return properties;
}

interface Making {
  known: Known;
  /** Whether a value here and there is spoilt. */
  spoils: boolean;
}

/** Wrong values for what must not be guessed again and again, nor become another. */
const wrongSecret = fc.constantFrom<unknown>(null, 7, '', []);

/** What fits a schema, with ids of what is there; or all but fits, when it spoils. */
export function almost(node: JsonSchema, making: Making, name = ''): fc.Arbitrary<unknown> {
  const fitting = fits(node, making, name);
  if (!making.spoils) return fitting;
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: /password/i.test(name) ? wrongSecret : nasty });
}

function fits(node: JsonSchema, making: Making, name: string): fc.Arbitrary<unknown> {
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => fits(one, making, name)));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  switch (node.type) {
    case 'object':
      return objects(node, making);
    case 'array':
      return fc.array(almost(node.items ?? {}, making, name), {
        minLength: node.minItems ?? 0,
        maxLength: Math.min(node.maxItems ?? 3, (node.minItems ?? 0) + 2),
      });
    case 'string':
      return strings(node, making, name);
    case 'integer':
      return fc.integer({ min: node.minimum ?? -5, max: Math.min(node.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ noNaN: true, min: node.minimum ?? -5, max: node.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default: {
      // Of what is made of words, as a list in an address, the schema does not say how it looks.
      const written = making.known[`written:${name}`];
      return written ? fc.constantFrom(...written) : fc.jsonValue({ maxDepth: 2 });
    }
  }
}

function objects({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema, making: Making) {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, almost(inner, making, key)]));
  const object = fc.record(fields, { requiredKeys: required });
  if (typeof additionalProperties !== 'object') return object;
  const keys = propertyNames?.enum ? fc.constantFrom(...(propertyNames.enum as string[])) : fc.string({ minLength: 1, maxLength: 8 });
  return fc.dictionary(keys, almost(additionalProperties, making), { maxKeys: 4 });
}

function strings({ format, pattern, minLength = 0, maxLength = 4000 }: JsonSchema, { known, spoils }: Making, name: string) {
  const there = known[name];
  if (there) return fc.constantFrom(...there);
  if (format === 'uuid') return fc.constantFrom(...Object.values(known).flat().filter(isId));
  if (format === 'email' || /email$/i.test(name)) return fc.uuid().map((id) => `${id}@lumen.example`);
  if (format === 'date-time') return fc.constantFrom('2026-11-28T10:00:00Z', '2020-02-29T23:59:59.999Z');
  if (/url$/i.test(name)) return fc.constantFrom('https://elsewhere.example/a?b=c', '');
  if (pattern !== undefined) return matching(pattern).map((made) => made.padEnd(minLength, made).slice(0, maxLength));
  const words = fc.string({ minLength: Math.max(minLength, 1), maxLength: Math.max(minLength, Math.min(maxLength, 30)) });
  if (!spoils) return words;
  return fc.oneof(
    { weight: 6, arbitrary: words },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), 'щ'.repeat(maxLength + 1)) },
  );
}

const isId = (value: string): boolean => z.uuid().safeParse(value).success;

/** Patterns that look around are not made up; of these the plainest word is tried. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  } catch {
    return fc.constantFrom('a', 'abcdefgh', '0123456789');
  }
}
