import type { api, uploads } from '@parley/contract';

type Api = typeof api;
export type UploadName = `uploads.${keyof typeof uploads}`;
export type RouteName = { [A in keyof Api]: `${A & string}.${keyof Api[A] & string}` }[keyof Api] | UploadName;

/** What of a call tells who calls: a token of a person's, the secret of a visitor's session, or nothing. */
export interface Caller {
  token?: string;
  secret?: string;
}

type InputOfSchema<S> = S extends { '~standard': { types?: infer T } }
  ? NonNullable<T> extends { input: infer I }
    ? I
    : unknown
  : unknown;
type InputOf<Name> = Name extends UploadName
  ? { query: { name: string } }
  : Name extends `${infer A}.${infer C}`
    ? A extends keyof Api
      ? C extends keyof Api[A]
        ? Api[A][C] extends { '~orpc': { inputSchema?: infer S } }
          ? InputOfSchema<S>
          : never
        : never
      : never
    : never;

/** An input that does not fit, and the field that the answer must name. */
interface Spoilt {
  query?: Record<string, string>;
  body?: unknown;
  field: string;
}
/** A query in which an id stands, to be replaced by others'; or bodies, beside the one that works. */
type MoreInputs = ReadonlyArray<(caller: Caller) => { query?: Record<string, string>; body?: unknown }>;

type Params<I> = I extends { params: infer P } ? { params: (caller: Caller) => { [K in keyof P]: string } } : { params?: never };
type Body<I> = I extends { body: unknown } ? { body: (caller: Caller) => unknown } : { body?: never };
type Query<I> = I extends { query: unknown } ? { query?: () => Record<string, string> } : { query?: never };
type Unfit<I> = I extends { query: unknown } | { body: unknown } ? { spoilt: Spoilt } : { spoilt?: never };
interface Further {
  /** Instead of JSON, the body as it is. */
  stream?: string;
  /** What must be there before this caller's call can work. */
  before?: (caller: Caller) => Promise<void>;
  more?: MoreInputs;
  /** Ids of others are passed over, as those of nobody are, and the call works all the same; why that is right. */
  passesOver?: string;
}

/**
 * How to call a route so that it works, and what to spoil. What the contract takes as params, query or body must be there:
 * otherwise this does not compile.
 */
export type Example<Name extends RouteName> = Further &
  Params<InputOf<Name>> &
  Query<InputOf<Name>> &
  Body<InputOf<Name>> &
  Unfit<InputOf<Name>>;

/** The same of any route. */
export interface AnyExample extends Further {
  params?: (caller: Caller) => Record<string, string>;
  query?: () => Record<string, string>;
  body?: (caller: Caller) => unknown;
  spoilt?: Spoilt;
}
