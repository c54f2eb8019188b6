import { destination, type Logger, pino } from 'pino';
import { scrubError } from './scrub.ts';

export type Log = Logger;

/** Fields that hold what people write, who they are or what lets them in; whoever logs one by mistake logs nothing. */
const NEVER: ReadonlySet<string> = new Set([
  'text',
  'body',
  'token',
  'ticket',
  'secret',
  'password',
  'phone',
  'address',
  'email',
  'name',
  'authorization',
  'cookie',
  'query',
]);

/** Hears of every error that is logged, for a service that collects them. */
export type ErrorListener = (error: unknown, message: string, facts: Readonly<Record<string, unknown>>) => void;

export interface LogOptions {
  /** Where lines go; standard output when not given. */
  write?: (line: string) => void;
  onError?: ErrorListener | undefined;
}

/**
 * Structured lines on standard output: one per request, and what goes wrong. Message texts, tokens, names, phone numbers and addresses
 * never go into a line: errors lose the data they quote, and fields that could hold it are taken out.
 */
export function openLog(level: string, { write, onError }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    serializers: { err: (error: unknown) => withoutFields(scrubError(error)) },
    // Of a line's own fields by ourselves, two levels deep: the library copies every line for that. What a child logger bears is its to check.
    formatters: { log: withoutNever },
    redact: { paths: [...NEVER], remove: true },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, severity: number) {
        const [first, message] = args as unknown[];
        if (onError && severity >= 50 && typeof first === 'object' && first !== null && 'err' in first) {
          const { err, ...facts } = first;
          onError(err, String(message ?? ''), facts);
        }
        method.apply(this, args);
      },
    },
  };
  standardOutput ??= gatheredOutput();
  return pino(options, { write: write ?? standardOutput });
}

let standardOutput: ReturnType<typeof gatheredOutput> | undefined;

/** Lines of one turn of the event loop are written together at its end, or when the process ends. */
function gatheredOutput(): (line: string) => void {
  const out = destination({ fd: 1, sync: true });
  let lines = '';
  const flush = () => {
    const gathered = lines;
    lines = '';
    if (gathered !== '') out.write(gathered);
  };
  process.once('exit', flush);
  return (line) => {
    if (lines === '') setImmediate(flush);
    lines += line;
  };
}

/** A line's fields without those that never go into one, at the first and second level. */
function withoutNever(fields: object): Record<string, unknown> {
  const kept = withoutFields(fields);
  for (const [name, value] of Object.entries(kept)) if (isPlain(value)) kept[name] = withoutFields(value);
  return kept;
}

function withoutFields(fields: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (!NEVER.has(name)) kept[name] = value;
  return kept;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
