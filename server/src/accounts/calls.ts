import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type AnyRouter, implement, ORPCError } from '@orpc/server';
import { type Access, api, VISITOR_SECRET_HEADER } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asProblem, type Http, sayWhenToRetry } from '../platform/http.ts';
import { Problem, problem, validationProblem } from '../platform/problem.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import { noteFacts } from '../platform/request-facts.ts';
import type { Actor } from './actor.ts';

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
const visitorsCalls = rateLimit({ perSecond: 20, burst: 300 });
const usersCalls = rateLimit({ perSecond: 300, burst: 3000 });

/**
 * The contract's routes, to be filled by the modules: `calls.rooms.list.handler(({ context, input }) => …)`.
 * Who may call stands in the contract beside each path and is judged here, before the input is looked at.
 */
export const calls = implement(api)
  .$context<CallContext>()
  .use(async ({ context, procedure, next }) => {
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

/** Stands where a route has no such caller: reading anything from it is a fault of ours. (oRPC copies contexts, so a getter would fire.) */
function absent<T extends object>(what: string): T {
  const refuse = () => {
    throw new Error(`this route has no ${what}`);
  };
  return new Proxy<T>({} as T, { get: refuse, has: refuse, ownKeys: refuse });
}

/** Serves the filled contract under `/api`; every failure leaves in our one error shape. */
export function mountCalls(http: Http, router: AnyRouter, caller: Caller): void {
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
  http.all('/api/*', async (request, reply) => {
    const { matched } = await handler.handle(request, reply, { prefix: '/api', context: { request, reply, caller } });
    if (!matched) throw problem('ERROR_NOT_FOUND');
    return reply;
  });
}

function asOrpcError(error: unknown, context: CallContext): ORPCError<string, unknown> {
  const known = error instanceof ORPCError ? problemOf(error) : asProblem(error);
  if (known.status >= 500) context.request.log.error({ err: error, requestId: context.request.id }, 'call failed');
  sayWhenToRetry(context.reply, known);
  return new ORPCError(known.key, { status: known.status, data: { body: known.body() }, cause: error });
}

/** What oRPC itself refuses: an input that does not fit, a body that is not JSON. */
function problemOf(error: ORPCError<string, unknown>): Problem {
  const issues = (error.data as { issues?: Parameters<typeof validationProblem>[0] } | undefined)?.issues;
  if (error.code === 'BAD_REQUEST' && issues) return validationProblem(issues);
  if (error.status >= 400 && error.status < 500) return problem('ERROR_BAD_REQUEST');
  return new Problem('ERROR_DEFAULT_MESSAGE', {}, [], error);
}
