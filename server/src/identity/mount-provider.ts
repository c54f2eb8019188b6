import type Provider from 'oidc-provider';
import { clientNetwork } from '../platform/client-network.ts';
import { isConnectionLoss } from '../platform/connection-loss.ts';
import type { Http } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { problem } from '../platform/problem.ts';
import { rateShares } from '../platform/rate-shares.ts';
import { pageLanguage } from './page/language.ts';
import { awayPage } from './page/plain-pages.ts';
import { REALM_PATH } from './provider.ts';
import { isShownToPeople, showOwnPages, showPage } from './provider-pages.ts';

/** Who comes to sign in, by network: each writes a row that lives for an hour. Whole offices share one. */
const ARRIVALS = { perSecond: 10, burst: 600 };

/**
 * Hands everything below the realm's path to the provider, which reads the body itself.
 *
 * @param origins how people reach the product, the configured address first: no other name gets into an address that the provider makes
 */
export function mountProvider(http: Http, provider: Provider, origins: readonly string[], log: Log): void {
  const hosts = origins.map((origin) => new URL(origin).host);
  answerUnknownRoutes(provider);
  showOwnPages(provider);
  sayWhenDatabaseIsAway(provider);
  const serve = provider.callback();
  const arrivals = rateShares.limit('arrivals at sign-in', ARRIVALS);
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the identity provider failed'));
  http.register(async (realm) => {
    realm.removeAllContentTypeParsers();
    realm.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    realm.all(`${REALM_PATH}/*`, async (request, reply) => {
      const { raw } = request;
      // It makes addresses with it, also for those who may leave it out.
      if (raw.headers.host === undefined) throw problem('ERROR_BAD_REQUEST');
      if (!hosts.includes(raw.headers.host.toLowerCase())) raw.headers.host = hosts[0];
      delete raw.headers['x-forwarded-host'];
      const whole = raw.url ?? '';
      if (whole.startsWith(`${REALM_PATH}/auth?`)) arrivals.take(clientNetwork(request.ip));
      // The provider knows its routes without the path under which it stands, and finds that path in originalUrl. Whose word is taken
      // for the client's address stands in our settings and not in the provider's.
      Object.assign(raw, { originalUrl: whole, url: whole.slice(REALM_PATH.length), clientAddress: request.ip });
      reply.raw.setHeader('x-request-id', request.id);
      reply.hijack();
      await serve(raw, reply.raw);
    });
  });
}

/** What the provider itself leaves without an answer (a path or method it does not know) gets ours; OAuth's own errors keep theirs. */
function answerUnknownRoutes(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { status } = ctx;
    if (status < 400 || status >= 500 || ctx.body != null) return;
    ctx.body = problem(status === 404 ? 'ERROR_NOT_FOUND' : 'ERROR_BAD_REQUEST').body();
    ctx.status = status;
  });
}

/**
 * A database that is away passes: whoever is told 500 "server_error" could take it for the end of their sign-in. The provider itself
 * makes that of every fault that it does not know.
 */
function sayWhenDatabaseIsAway(provider: Provider): void {
  const away = new WeakSet<object>();
  provider.on('server_error', (ctx, error) => {
    if (isConnectionLoss(error)) away.add(ctx);
  });
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      away.add(ctx);
    }
    if (!away.has(ctx)) return;
    const { retryAfter, status } = problem('ERROR_UNAVAILABLE');
    ctx.remove('location');
    if (isShownToPeople(ctx.oidc?.route)) {
      showPage(ctx, awayPage(pageLanguage(ctx.req)));
    } else {
      ctx.type = 'json';
      ctx.body = { error: 'temporarily_unavailable', error_description: 'the database is away' };
    }
    ctx.status = status;
    ctx.set('retry-after', retryAfter ?? '1');
  });
}
