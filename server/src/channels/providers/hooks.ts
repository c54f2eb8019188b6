import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http.ts';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import { noteFacts } from '../../platform/request-facts.ts';
import type { RawDelivery } from '../../rooms/index.ts';
import type { Adapter, Hook, ProviderCall, Taken } from './adapter.ts';
import type { Connection, Connections } from './connections.ts';
import { hookTypeOf } from './hook-address.ts';
import { keptCall } from './kept-call.ts';
import { unpacked } from './unpacked.ts';

/** No provider brings more at once; what is larger is refused with 413. */
export const LARGEST_CALL = 4 * 1024 * 1024;
/** As the database makes them: two random ids without their hyphens. */
const KEY = /^[0-9a-f]{64}$/;

export interface HookParts {
  connections: Connections;
  adapterOf(type: string): Adapter | undefined;
  /** Stores what was cut. Rejects when the database stays away. */
  bring(connection: Connection, deliveries: readonly RawDelivery[]): Promise<void>;
  /** Stores what could not be cut, in quarantine. Rejects when the database stays away. */
  keepUnread(connection: Connection, delivery: RawDelivery, error: unknown): Promise<void>;
  /** Somebody called at this end's address who is not its provider. */
  refused(connection: Connection): void;
  log: Log;
}

/**
 * The addresses at which providers call: `/hooks/<type>/<key>`. 404 where nobody is called so, 401 where it is not the provider, 413 of what
 * is too large, also when it is unpacked, 415 of what is packed in a way that is not known, 503 while the database is away; else 200, once what was brought is stored.
 */
export function mountHooks(http: Http, parts: HookParts): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addHook('onRequest', async (request) => {
      saidTypes.set(request, request.headers['content-type']);
      // Whatever is said of its type, and were that no type at all: the bytes are the adapter's to read.
      request.raw.headers['content-type'] = 'application/octet-stream';
    });
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_CALL }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST'],
      url: '/hooks/:type/:key',
      exposeHeadRoute: false,
      handler: (request, reply) => answer(parts, request, reply),
    });
  });
}

const saidTypes = new WeakMap<FastifyRequest, string | undefined>();

async function answer(parts: HookParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { connection, hook } = await whoIsCalled(parts, request.params as { type: string; key: string });
  noteFacts(request, { accountId: connection.accountId });
  const call = await callIn(request);
  if (!isGenuine(parts.log, hook, call, connection)) {
    parts.refused(connection);
    throw problem('ERROR_UNAUTHENTICATED');
  }
  const taken = await take(parts, hook, call, connection);
  await parts.bring(connection, taken.deliveries);
  if (taken.answer === undefined) return reply.status(200).send();
  return reply.status(200).header('content-type', taken.answer.contentType).send(taken.answer.body);
}

async function whoIsCalled(
  parts: HookParts,
  { type, key }: { type: string; key: string },
): Promise<{ connection: Connection; hook: Hook }> {
  const connection = KEY.test(key) ? await parts.connections.ofHook(key) : null;
  const hook = connection && parts.adapterOf(connection.type)?.hook;
  if (!connection || !hook || hookTypeOf(connection.type) !== type) throw problem('ERROR_NOT_FOUND');
  return { connection, hook };
}

async function callIn(request: FastifyRequest): Promise<ProviderCall> {
  const { search } = new URL(request.url, 'http://parley.invalid');
  const { 'content-type': _ours, ...headers } = request.headers;
  const said = saidTypes.get(request);
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    query: new URLSearchParams(search),
    headers: said === undefined ? headers : { ...headers, 'content-type': said },
    raw: await unpacked(raw, headers['content-encoding'], LARGEST_CALL),
  };
}

/** What makes the adapter stumble before it can judge is not known to be the provider's. */
function isGenuine(log: Log, hook: Hook, call: ProviderCall, connection: Connection): boolean {
  try {
    return hook.isGenuine(call, connection);
  } catch (error) {
    log.warn({ err: error, channelApplicationId: connection.channelApplicationId }, 'a call could not be judged and is refused');
    return false;
  }
}

async function take(parts: HookParts, hook: Hook, call: ProviderCall, connection: Connection): Promise<Taken> {
  try {
    return hook.take(call, connection);
  } catch (error) {
    parts.log.warn({ err: error, channelApplicationId: connection.channelApplicationId }, 'a call could not be cut and is in quarantine');
    await parts.keepUnread(connection, keptCall(call), error);
    return { deliveries: [] };
  }
}
