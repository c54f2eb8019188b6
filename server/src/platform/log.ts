import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured lines on standard output. Message texts, tokens and addresses of customers never go into a line. */
export function openLog(level: string): Log {
  return pino({ level, base: null, redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-visitor-secret"]'] });
}
