import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { type Api, api as contract, ErrorBody, noAccessProblems } from '@parley/contract';
import { QueryClient } from '@tanstack/react-query';
import { sayRoleChanged } from '../session/role-changed.ts';
import { accessToken, renewTokens } from '../session/tokens.ts';
import { ApiProblem, UNREACHABLE, wasCancelled } from './api-problem.ts';
import { navigationSignal } from './navigation.ts';
import { heardServerTime } from './server-clock.ts';

/** Says of one call that it goes on when its page is left; writes always do. */
export interface CallContext {
  outlivesNavigation?: boolean;
}

interface Refusal {
  body: ErrorBody;
  requestId: string | null;
}

const isRefusal = (data: unknown): data is Refusal => typeof data === 'object' && data !== null && 'body' in data && 'requestId' in data;

const firstOf = (header: string | readonly string[] | undefined) => (typeof header === 'string' ? header : (header?.[0] ?? null));

/** Any failure of a call as an ApiProblem; a cancelled call stays what it is. */
function asProblem(error: unknown): unknown {
  if (error instanceof ApiProblem || wasCancelled(error)) return error;
  if (error instanceof ORPCError) {
    const refusal: unknown = error.data;
    if (isRefusal(refusal)) return new ApiProblem(error.status, refusal.body, refusal.requestId, error);
    return new ApiProblem(error.status, { message: 'ERROR_DEFAULT_MESSAGE', errors: [] }, null, error);
  }
  return new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, error);
}

/** A changed role is no expired token: the person is told, instead of going on with other rights unawares. */
async function isRoleChange(response: Response): Promise<boolean> {
  const body = ErrorBody.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!body.success || (body.data.message !== 'USER_ROLE_CHANGED' && !noAccessProblems.has(body.data.message))) return false;
  sayRoleChanged();
  return true;
}

/** Sends with the access token; a token that the server no longer takes is renewed once and the call repeated. */
async function fetchSignedIn(request: Request, init: RequestInit): Promise<Response> {
  const again = request.clone();
  const send = (to: Request, token: string | null) => {
    if (token !== null) to.headers.set('authorization', `Bearer ${token}`);
    return fetch(to, init).then((response) => {
      heardServerTime(response.headers.get('date'));
      return response;
    });
  };
  const used = await accessToken();
  const response = await send(request, used);
  const isRefused = response.status === 401 || response.status === 403;
  if (!isRefused || used === null || (await isRoleChange(response)) || response.status === 403) return response;
  const fresh = await renewTokens(used);
  return fresh === null || fresh === used ? response : send(again, fresh);
}

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${location.origin}/api`,
  fetch: (request, init) => fetchSignedIn(request, init),
  customErrorResponseBodyDecoder: (body, response) => {
    const parsed = ErrorBody.safeParse(body);
    if (!parsed.success) return null;
    const refusal: Refusal = { body: parsed.data, requestId: firstOf(response.headers['x-request-id']) };
    return new ORPCError(parsed.data.message, { status: response.status, message: parsed.data.message, data: refusal });
  },
  interceptors: [
    async (options) => {
      try {
        return await options.next();
      } catch (error) {
        throw asProblem(error);
      }
    },
  ],
  clientInterceptors: [
    (options) => {
      const read = options.request.method === 'GET';
      // A query of TanStack brings its own signal, which ends with the last component that shows it.
      if (!read || options.signal !== undefined || options.context.outlivesNavigation === true) return options.next();
      const signal = navigationSignal();
      return options.next({ ...options, signal, request: { ...options.request, signal } });
    },
  ],
});

/**
 * The typed client of the contract: `api.rooms.one({params, query})`. Throws ApiProblem. Reads that bring no signal of
 * their own end when the page is left, unless `{context: {outlivesNavigation: true}}` says otherwise.
 */
export const api: ContractRouterClient<Api, CallContext> = createORPCClient(link);

/** TanStack Query options from the contract: `useQuery(orpc.rooms.list.queryOptions({input}))`. */
export const orpc = createTanstackQueryUtils(api);

/** What the server said stays for as long as the socket keeps it true; refusals are not asked again, silence is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiProblem && (error.status === UNREACHABLE || error.status === 503),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});
