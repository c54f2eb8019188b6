import { fileURLToPath } from 'node:url';
import type { ErrorListener } from './log.ts';
import { scrubError } from './scrub.ts';

/** Errors of one kind in a row are one trouble: of the same place this many are told in a minute. */
const SAME_PER_MINUTE = 5;

export interface ErrorReports {
  onError: ErrorListener;
  /** Sends what is under way. */
  stop(): Promise<void>;
}

/**
 * Reports errors to a Sentry-compatible service: kind, place, and ids of request, account and user. Nothing is collected by itself (no
 * requests, no breadcrumbs, no host name), and messages lose what they quote.
 *
 * @param release the version of Parley
 */
export async function startErrorReports(dsn: string, release: string): Promise<ErrorReports> {
  // 60 MB of libraries, for who asks for reports.
  const sentry = await import('@sentry/node');
  sentry.initWithoutDefaultIntegrations({
    dsn,
    release,
    serverName: 'parley',
    maxBreadcrumbs: 0,
    enableOpenTelemetrySetup: false,
    enableRuntimeChannelInjection: false,
  });
  const told = new Map<string, number>();
  let minute = 0;
  return {
    onError(error, message, facts) {
      const clean = scrubError(error);
      const place = `${clean.type} ${clean.stack.split('\n')[0]}`;
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) told.clear();
      minute = now;
      told.set(place, (told.get(place) ?? 0) + 1);
      if ((told.get(place) ?? 0) > SAME_PER_MINUTE) return;
      const values = [];
      for (let one: typeof clean | undefined = clean; one !== undefined; one = one.cause) {
        values.unshift({ type: one.type, value: one.message, stacktrace: { frames: framesOf(one.stack) } });
      }
      sentry.captureEvent({ level: 'error', logger: message, exception: { values }, tags: idsOf(facts) });
    },
    async stop() {
      await sentry.close(2000);
    },
  };
}

/** Of what stands beside an error in the log, ids and names of ours; a value that could be anything stays here. */
function idsOf(facts: Readonly<Record<string, unknown>>): Record<string, string> {
  const allowed = ['requestId', 'reqId', 'accountId', 'userId', 'route', 'app', 'frame', 'dependency', 'task'];
  return Object.fromEntries(allowed.flatMap((name) => (typeof facts[name] === 'string' ? [[name, facts[name]]] : [])));
}

/** Where the project lies, as the stacks of Node.js name it. */
const ROOT = new URL('../../../', import.meta.url);
const ROOTS = [ROOT.href, fileURLToPath(ROOT)];
/** Of a place in a stack: what ran there, and its file, line and column. */
const PLACE = /^at (?:(.+?) \()?(?:async )?(\S.*?):(\d+):(\d+)\)?$/;
/** What is told by its name: files of the project and its libraries, of Node.js, and of the application in a browser. */
const TOLD = /^(?:(?:server|contract|node_modules|web\/(?:assets|src))\/|node:)[^():]*$/;

/** `at name (file:///…/server/src/x.ts:1:2)`, the innermost last, as the service wants them; without where the project lies. */
function framesOf(stack: string): Array<{ function: string; filename: string; lineno: number; colno: number }> {
  return stack
    .split('\n')
    .flatMap((line) => {
      const found = PLACE.exec(line);
      if (!found) return [];
      const place = found[2] ?? '';
      const root = ROOTS.find((one) => place.startsWith(one)) ?? '';
      const filename = place.slice(root.length);
      if (!TOLD.test(filename)) return [];
      return [{ function: found[1] ?? '?', filename, lineno: Number(found[3]), colno: Number(found[4]) }];
    })
    .reverse();
}
