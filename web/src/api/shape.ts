/** The shape of a value from outside: the part of JSON Schema that the contract's schemas come to (build/shapes.ts). */
export interface Shape {
  readonly part?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Properties that may be left out; the others may not. */
  readonly optional?: readonly string[];
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
type Parts = Readonly<Record<string, Shape>>;

const patterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(text);
}

const isBetween = (size: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) => size >= least && size <= most;

function isObjectOf(shape: Shape, value: unknown, parts: Parts): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { properties = {}, optional = [], additionalProperties } = shape;
  const given = Object.entries(value);
  const isHere = (name: string) => given.some(([found, part]) => found === name && part !== undefined);
  if (!Object.keys(properties).every((name) => optional.includes(name) || isHere(name))) return false;
  return given.every(([name, part]) => {
    const isNamed = Object.hasOwn(properties, name);
    const wanted = isNamed ? properties[name] : additionalProperties;
    // What the contract does not name is of a newer server, and nobody reads it. What is undefined is not there.
    return wanted === undefined || (isNamed && part === undefined) || fits(wanted, part, parts);
  });
}

function isOfType(shape: Shape, value: unknown, parts: Parts): boolean {
  switch (shape.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        isBetween(value.length, shape.minLength, shape.maxLength) &&
        (shape.pattern === undefined || matches(shape.pattern, value))
      );
    case 'integer':
      return Number.isSafeInteger(value) && isBetween(value as number, shape.minimum, shape.maximum);
    case 'number':
      return Number.isFinite(value) && isBetween(value as number, shape.minimum, shape.maximum);
    case 'array': {
      const { items } = shape;
      if (!Array.isArray(value) || !isBetween(value.length, shape.minItems, shape.maxItems)) return false;
      return items === undefined || value.every((one) => fits(items, one, parts));
    }
    case 'object':
      return isObjectOf(shape, value, parts);
    case 'null':
      return value === null;
    case undefined:
      return true;
    default:
      return typeof value === shape.type;
  }
}

/** Whether a value from outside has this shape. `parts`: what shapes name by `part`; a name that is not there fits nothing. */
export function fits(shape: Shape, value: unknown, parts: Parts): boolean {
  if (shape.part !== undefined) {
    const part = parts[shape.part];
    return part !== undefined && fits(part, value, parts);
  }
  if (shape.anyOf !== undefined && !shape.anyOf.some((one) => fits(one, value, parts))) return false;
  if ('const' in shape && shape.const !== value) return false;
  if (shape.enum !== undefined && !shape.enum.includes(value)) return false;
  return isOfType(shape, value, parts);
}
