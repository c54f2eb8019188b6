import { isDeepStrictEqual } from 'node:util';
import { type AnyProcedure, type AnyRouter, call, isProcedure, ORPCError } from '@orpc/server';
import type { Http } from '../platform/http.ts';
import { WrittenJson } from '../platform/written-json.ts';
import type { Caller } from './calls.ts';
import { problemOf } from './refusals.ts';

/** Configuration of those procedures of the contract whose answers go out as their handlers give them. */
export const AS_GIVEN = { initialOutputValidationIndex: Number.NaN };

const isAsGiven = (one: AnyProcedure): boolean => Number.isNaN(one['~orpc'].outputValidationIndex);

/** The procedures of a router whose answers go out as given. */
function readsOf(router: AnyRouter): AnyProcedure[] {
  if (isProcedure(router)) return isAsGiven(router) ? [router] : [];
  return Object.values(router as Record<string, AnyRouter>).flatMap(readsOf);
}

/**
 * Serves them under `/api` with as little between the handler and the wire as can be. What was asked is checked as everywhere.
 *
 * @param proved whether each answer is compared with the contract, and fails when it is anything else: for tests and development
 */
export function mountReads(http: Http, router: AnyRouter, caller: Caller, { proved }: { proved: boolean }): void {
  for (const read of readsOf(router)) {
    const { route } = read['~orpc'];
    if (route.method !== 'GET' || route.path === undefined) throw new Error('only a GET of the contract can be answered as it is');
    http.route({
      method: 'GET',
      url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      config: { mayCompress: true },
      async handler(request, reply) {
        const answer: unknown = await call(
          read,
          { params: request.params, query: request.query },
          { context: { request, reply, caller } },
        ).catch(refuse);
        const json = answer instanceof WrittenJson ? answer.json : JSON.stringify(answer);
        if (proved) await prove(read, JSON.parse(json));
        reply.header('content-type', 'application/json');
        return reply.send(json);
      },
    });
  }
}

function refuse(error: unknown): never {
  throw error instanceof ORPCError ? problemOf(error) : error;
}

/** Throws unless the answer is what the contract says, no field more and none less. */
async function prove(read: AnyProcedure, answer: unknown): Promise<void> {
  const checked = await read['~orpc'].outputSchema?.['~standard'].validate(answer);
  if (checked && !checked.issues && isDeepStrictEqual(checked.value, answer)) return;
  throw new Error(`the answer of ${read['~orpc'].route.path} is not what the contract says`, { cause: checked?.issues });
}
