import { routes } from 'virtual:contract-routes';
import type { ClientLink } from '@orpc/client';
import { ApiProblem, operationOf, UNREACHABLE, wasCancelled } from './api-problem.ts';
import { apiBase } from './configured.ts';
import { isErrorBody } from './incoming.ts';

type Input = Partial<Record<'params' | 'query', Readonly<Record<string, unknown>>>> & { body?: unknown };

/** Held once it has come: also to import what is here takes a turn, for which what is being drawn comes first. */
let later: object | undefined;

/** Method and path of a call by its names. Those of areas that the first screen asks nothing of come with the first call of one. */
async function routeOf(names: readonly string[]): Promise<{ method: string; path: string }> {
  const isFirst = Object.hasOwn(routes, names[0] ?? '');
  if (!isFirst) later ??= (await import('virtual:contract-routes-later')).routes;
  let found: unknown = isFirst ? routes : later;
  for (const name of names) found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  if (typeof found !== 'string') throw new Error(`The contract has no route ${names.join('.')}`);
  const [method = '', path = ''] = found.split(' ');
  return { method, path };
}

function addressOf(path: string, { params = {}, query = {} }: Input): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const address = new URL(apiBase() + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.append(name, String(value));
  }
  return address;
}

/** The words of an answer as what they say; undefined for none. */
async function contentOf(response: Response): Promise<unknown> {
  const words = await response.text();
  return words === '' ? undefined : JSON.parse(words);
}

const unknownRefusal = { message: 'ERROR_DEFAULT_MESSAGE', errors: [] };

/** An answer that was cut off on its way may belong to something that was done; it is asked for again as one that never came. */
const incomplete = (operation: string, cause: unknown) =>
  new ApiProblem(UNREACHABLE, { message: 'ERROR_INCOMPLETE_UPSTREAM', errors: [] }, null, { cause, operation });

async function answerOf(response: Response, operation: string): Promise<unknown> {
  if (response.ok) {
    return contentOf(response).catch((cause: unknown) => {
      throw wasCancelled(cause) ? cause : incomplete(operation, cause);
    });
  }
  const body = await contentOf(response).catch(() => null);
  if (isErrorBody(body)) throw new ApiProblem(response.status, body, response.headers.get('x-request-id'), { operation });
  // A proxy before the server answers in its own words.
  throw new ApiProblem(response.status, unknownRefusal, null, { operation, cause: new Error('Failed to parse HTTP Error') });
}

export interface LinkOptions<Context extends object> {
  send: (request: Request) => Promise<Response>;
  /** What cancels a read that brings no signal of its own; nothing does where it gives undefined. */
  readSignal: (context: Context) => AbortSignal | undefined;
  /** Whether a call goes on when its page is closed. */
  isKeptAlive?: (context: Context) => boolean;
}

/**
 * How calls of the contract go over the wire: `{params, query, body}` as address and JSON. Every failure is an ApiProblem, a
 * cancelled call excepted, which stays what it is.
 */
export const createLink = <Context extends object>({ send, readSignal, isKeptAlive }: LinkOptions<Context>): ClientLink<Context> => ({
  call: async (names, given, { signal, context }) => {
    const operation = operationOf(...names);
    const input = (given ?? {}) as Input;
    // Of the page that is open now.
    const reading = signal ?? readSignal(context);
    try {
      const { method, path } = await routeOf(names);
      const body = method === 'GET' || input.body === undefined ? null : JSON.stringify(input.body);
      const until = method === 'GET' ? reading : signal;
      const request = new Request(addressOf(path, input), {
        method,
        ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
        ...(until === undefined ? {} : { signal: until }),
        ...(isKeptAlive?.(context) ? { keepalive: true } : {}),
      });
      return await answerOf(await send(request), operation);
    } catch (problem) {
      if (problem instanceof ApiProblem || wasCancelled(problem)) throw problem;
      throw new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, { cause: problem, operation });
    }
  },
});
