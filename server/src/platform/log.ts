import { type Logger, pino } from 'pino';
import { scrubError } from './scrub.ts';

export type Log = Logger;

/** Fields that hold what people write, who they are or what lets them in; whoever logs one by mistake logs nothing. */
const NEVER = [
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
];

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
    serializers: { err: scrubError },
    redact: { paths: NEVER.flatMap((field) => [field, `*.${field}`]), remove: true },
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
  return write ? pino(options, { write }) : pino(options);
}
