import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { type Api, noAccessProblems } from '@parley/contract';
import { QueryClient } from '@tanstack/react-query';
import { sayRoleChanged } from '../session/role-changed.ts';
import { accessToken, renewTokens } from '../session/tokens.ts';
import { ApiProblem, UNREACHABLE } from './api-problem.ts';
import { isErrorBody } from './incoming.ts';
import { createLink } from './link.ts';
import { navigationSignal } from './navigation.ts';
import { heardServerTime } from './server-clock.ts';

/** Says of one call that it goes on when its page is left; writes always do. */
export interface CallContext {
  outlivesNavigation?: boolean;
  /** Arrives also when the page is closed in that moment; for little bodies, which a browser takes up to 64 kB together. */
  keepalive?: boolean;
}

/** A changed role is no expired token: the person is told, instead of going on with other rights unawares. */
async function isRoleChange(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (!isErrorBody(body) || (body.message !== 'USER_ROLE_CHANGED' && !noAccessProblems.has(body.message))) return false;
  sayRoleChanged();
  return true;
}

/** Sends with the access token; a token that the server no longer takes is renewed once and the call repeated. */
async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const send = async (to: Request, token: string | null) => {
    if (token !== null) to.headers.set('authorization', `Bearer ${token}`);
    const response = (await globalThis.askedAhead?.(to, token)) ?? (await fetch(to));
    heardServerTime(response.headers.get('date'));
    return response;
  };
  const used = await accessToken();
  const response = await send(request, used);
  const isRefused = response.status === 401 || response.status === 403;
  if (!isRefused || used === null || (await isRoleChange(response)) || response.status === 403) return response;
  const fresh = await renewTokens(used);
  // Not refused for good: nobody can say now.
  if (fresh === used) throw new Error('The token could not be renewed now');
  return fresh === null ? response : send(again, fresh);
}

const link = createLink<CallContext>({
  send: fetchSignedIn,
  // A query of TanStack brings its own signal, which ends with the last component that shows it.
  readSignal: ({ outlivesNavigation = false }) => (outlivesNavigation ? undefined : navigationSignal()),
  isKeptAlive: ({ keepalive = false }) => keepalive,
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
