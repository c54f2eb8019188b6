import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type AnyRouter, implement, ORPCError } from '@orpc/server';
import { type Access, api, VISITOR_SECRET_HEADER } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asProblem, type Http, sayWhenToRetry } from '../platform/http.ts';
import { problem, validationProblem } from '../platform/problem.ts';
import { rateShares } from '../platform/rate-shares.ts';
import { noteFacts } from '../platform/request-facts.ts';
import type { Actor } from './actor.ts';
import { mountForms } from './forms.ts';
import { proceduresOf } from './procedures.ts';
import { AS_GIVEN, mountReads } from './reads.ts';
import { problemOf } from './refusals.ts';

/** A live-chat visitor who called with the secret of their session. */
export interface VisitorCaller {
  accountId: string;
  sessionId: string;
}

/** Answers who calls, from the request's headers; throws ERROR_UNAUTHENTICATED and its kind. */
export interface Caller {
  actor(request: FastifyRequest): Promise<Actor>;
  visitor(request: FastifyRequest): Promise<VisitorCaller>;
  /** The permission table's answer, for those who have an account and for those who have none. */
  allowed(actor: Actor, access: Access): boolean;
}

export interface CallContext {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
}

// One that goes on and on, by fault or on purpose, is nobody else's trouble: far above what our own clients do.
const visitorsCalls = rateShares.limit('calls of visitors', { perSecond: 20, burst: 300 });
const usersCalls = rateShares.limit('calls of people', { perSecond: 300, burst: 3000 });

/** Judges, before the input is looked at, who calls: who may stands in the contract beside each path. */
const admitted = implement(api)
  .$context<CallContext>()
  .middleware(async ({ context, procedure, next }) => {
    const access: Access | undefined = procedure['~orpc'].meta.access;
    if (access === undefined) throw new Error('a route without access in the contract');
    const { request, caller } = context;
    noteFacts(request, { route: `/api${procedure['~orpc'].route.path ?? ''}` });
    // Before it is looked up whose it is: what is refused for its number must cost little.
    const secret = access === 'visitor' ? request.headers[VISITOR_SECRET_HEADER] : undefined;
    if (typeof secret === 'string') visitorsCalls.take(secret.slice(0, 128));
    const actor = access === 'anyone' || access === 'visitor' ? null : await caller.actor(request);
    if (actor) {
      noteFacts(request, { userId: actor.userId, accountId: actor.accountId });
      usersCalls.take(actor.userId);
    }
    if (actor && !caller.allowed(actor, access)) throw problem('ERROR_FORBIDDEN');
    refuseUnknownNames(procedure['~orpc'].inputSchema, request.query as Record<string, unknown>);
    const visitor = access === 'visitor' ? await caller.visitor(request) : null;
    if (visitor) noteFacts(request, visitor);
    return next({
      context: {
        /** The signed-in person; only on routes that ask for one. */
        actor: actor ?? absent<Actor>('actor'),
        visitor: visitor ?? absent<VisitorCaller>('visitor'),
      },
    });
  });

interface Shaped {
  shape?: Readonly<Record<string, unknown>>;
}

/** A query names only what the contract knows there: one that is misspelt would be left out of account in silence. Throws ERROR_VALIDATION. */
function refuseUnknownNames(input: unknown, query: Readonly<Record<string, unknown>>): void {
  const known = ((input as Shaped | undefined)?.shape?.query as Shaped | undefined)?.shape ?? {};
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw validationProblem(unknown.map((name) => ({ path: ['query', name], message: 'UNKNOWN' })));
}

/** The contract's routes, to be filled by the modules: `calls.rooms.list.handler(({ context, input }) => …)`. */
export const calls = implement(api).$context<CallContext>().use(admitted);

/**
 * The same for reads that are asked all day and answer much: what the handler gives goes out as it is (reads.ts), since to
 * check and copy a list of a thousand rooms against the contract costs more than to read it.
 */
export const reads = implement(api).$config(AS_GIVEN).$context<CallContext>().use(admitted);

/** Stands where a route has no such caller: reading anything from it is a fault of ours. (oRPC copies contexts, so a getter would fire.) */
function absent<T extends object>(what: string): T {
  const refuse = () => {
    throw new Error(`this route has no ${what}`);
  };
  return new Proxy<T>({} as T, { get: refuse, has: refuse, ownKeys: refuse });
}

/**
 * Serves the filled contract under `/api`; every failure leaves in our one error shape.
 *
 * @param proved whether the answers of `reads` are compared with the contract all the same
 */
export function mountCalls(http: Http, router: AnyRouter, caller: Caller, { proved }: { proved: boolean }): void {
  mountReads(http, router, caller, { proved });
  const handler = new OpenAPIHandler(router, {
    clientInterceptors: [
      async (options) => {
        try {
          return await options.next();
        } catch (error) {
          throw asOrpcError(error, options.context as unknown as CallContext);
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => (error.data as { body?: unknown } | undefined)?.body ?? problemOf(error).body(),
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // No query of the contract is a list or nests: made one by its name, a list of one number would be taken for the number.
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>))
      if (Array.isArray(value) || /[[\]]/.test(name)) throw problem('ERROR_BAD_REQUEST');
    const { matched } = await handler.handle(request, reply, { prefix: '/api', context: { request, reply, caller } });
    if (!matched) reply.callNotFound();
    return reply;
  };
  http.all('/api/*', answer);
  for (const procedure of proceduresOf(router)) {
    const { method = 'POST', path } = procedure['~orpc'].route;
    if (path !== undefined) http.knownMethods.add(method, `/api${path}`);
  }
  mountForms(http, router, answer);
}

function asOrpcError(error: unknown, context: CallContext): ORPCError<string, unknown> {
  const known = error instanceof ORPCError ? problemOf(error) : asProblem(error);
  if (known.status >= 500) context.request.log.error({ err: error, requestId: context.request.id }, 'call failed');
  sayWhenToRetry(context.reply, known);
  return new ORPCError(known.key, { status: known.status, data: { body: known.body() }, cause: error });
}
