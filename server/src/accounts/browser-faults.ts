import type { BrowserFault } from '@parley/contract';
import type { Log } from '../platform/log.ts';
import { rateShares } from '../platform/rate-shares.ts';
import { calls } from './calls.ts';

/** Of one person: a page that breaks over and over is one trouble. */
const RATE = { perSecond: 0.1, burst: 10 };

/** An error that bears the place in the browser's files, as the log and its listeners read it. */
function errorOf({ type, frames }: BrowserFault): Error {
  const error = new Error('in a browser');
  error.name = type;
  const places = frames.map(({ function: name, file, line, column }) => `    at ${name || '?'} (web${file}:${line}:${column})`);
  error.stack = [type, ...places].join('\n');
  return error;
}

/** Faults of browsers stand in the log as errors, and go wherever those go. Throws ERROR_TOO_MANY_REQUESTS. */
export function browserFaultCalls(log: Log) {
  const limit = rateShares.limit('faults of browsers', RATE);
  return {
    report: calls.faults.report.handler(({ context: { actor }, input: { body } }) => {
      limit.take(actor.userId);
      const { userId, accountId } = actor;
      log.error({ err: errorOf(body), app: 'web', route: body.page, userId, accountId }, 'fault in a browser');
      return {};
    }),
  };
}
