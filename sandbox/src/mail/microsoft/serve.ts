import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { comesThrough, type Fits, isCount, isFlag, serveSwitches } from '../../providers/controls.ts';
import { Tokens } from './tokens.ts';

/** Of every application that is known here. */
const SECRET = 'sandbox';
/** No such tenant, and no such application. */
const NO_TENANT = 'nobody';
const NO_CLIENT = 'unknown';
const SCOPES = /^https:\/\/outlook\.office(?:365)?\.com\//;

interface MicrosoftSwitches {
  slowMs: number;
  down: boolean;
  /** It answers every question with this status. */
  failWith: number | null;
  /** How long access tokens hold. */
  tokenSeconds: number;
  /** Nobody's refresh token is taken: they must sign in again. */
  signedOut: boolean;
}
const ALL_OFF: MicrosoftSwitches = { slowMs: 0, down: false, failWith: null, tokenSeconds: 3599, signedOut: false };
const FITS: Fits<MicrosoftSwitches> = {
  slowMs: (value) => isCount(value) && value <= 120_000,
  down: isFlag,
  failWith: (value) => value === null || (isCount(value) && value >= 400 && value <= 599),
  tokenSeconds: (value) => isCount(value) && value > 0,
  signedOut: isFlag,
};

/** As Microsoft refuses: `error` of RFC 6749, and its own number. */
interface Refusal {
  status: number;
  error: string;
  number: number;
  words: string;
}
const refusal = (status: number, error: string, number: number, words: string): Refusal => ({ status, error, number, words });

type Form = Readonly<Record<string, string>>;

/**
 * Microsoft's token endpoint, `POST /providers/microsoft/{tenant}/oauth2/v2.0/token`, for client credentials and refresh tokens, of which each holds once.
 * `POST /providers/microsoft/refresh-tokens` gives the first one, as signing in does. Controls at `/providers/microsoft/controls`.
 */
export function serveMicrosoft(http: FastifyInstance): Tokens {
  const tokens = new Tokens();
  const refreshTokens = new Set<string>();
  const switches = serveSwitches(http, '/providers/microsoft/controls', ALL_OFF, FITS);
  const newRefreshToken = () => {
    const token = `0.A${randomUUID()}`;
    refreshTokens.add(token);
    return token;
  };
  http.post('/providers/microsoft/refresh-tokens', () => ({ refreshToken: newRefreshToken() }));

  const given = () => ({ token_type: 'Bearer', expires_in: switches.tokenSeconds, access_token: tokens.give(switches.tokenSeconds) });
  const answer = (tenant: string, form: Form) => {
    const wrong = refusalOf(tenant, form);
    if (wrong) return wrong;
    if (form.grant_type === 'client_credentials') return { ...given(), ext_expires_in: switches.tokenSeconds };
    if (switches.signedOut || !refreshTokens.delete(form.refresh_token ?? ''))
      return refusal(400, 'invalid_grant', 700082, 'The refresh token has expired or was revoked. The user must sign in again.');
    return { ...given(), scope: form.scope ?? '', refresh_token: newRefreshToken() };
  };

  http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post<{ Params: { tenant: string }; Body: Form | null }>(
      '/providers/microsoft/:tenant/oauth2/v2.0/token',
      async (request, reply) => {
        if (!(await comesThrough(switches, request, reply))) return reply;
        if (switches.failWith !== null) return reply.code(switches.failWith).send({ error: 'temporarily_unavailable' });
        const said = answer(request.params.tenant, request.body ?? {});
        if (!('error' in said)) return reply.header('cache-control', 'no-store').send(said);
        return reply.code(said.status).send({
          error: said.error,
          error_description: `AADSTS${said.number}: ${said.words}`,
          error_codes: [said.number],
          timestamp: new Date().toISOString(),
          trace_id: randomUUID(),
          correlation_id: randomUUID(),
        });
      },
    );
  });
  return tokens;
}

function refusalOf(tenant: string, form: Form): Refusal | null {
  if (tenant === NO_TENANT) return refusal(400, 'invalid_request', 90002, `Tenant '${tenant}' not found.`);
  for (const name of ['grant_type', 'client_id', 'client_secret'])
    if (!form[name]) return refusal(400, 'invalid_request', 900144, `The request body must contain the following parameter: '${name}'.`);
  if (form.client_id === NO_CLIENT)
    return refusal(400, 'unauthorized_client', 700016, `Application with identifier '${form.client_id}' was not found in the directory.`);
  if (form.client_secret !== SECRET) return refusal(401, 'invalid_client', 7000215, 'Invalid client secret provided.');
  const isApplication = form.grant_type === 'client_credentials';
  if (!isApplication && form.grant_type !== 'refresh_token')
    return refusal(400, 'unsupported_grant_type', 70003, `The app requested an unsupported grant type '${form.grant_type}'.`);
  const scopes = (form.scope ?? '').split(' ').filter((one) => one !== '' && one !== 'offline_access');
  const isScope = (one: string) => SCOPES.test(one) && (!isApplication || one.endsWith('/.default'));
  if ((isApplication && scopes.length === 0) || !scopes.every(isScope))
    return refusal(
      400,
      'invalid_scope',
      isApplication ? 1002012 : 70011,
      `The provided value for scope '${form.scope ?? ''}' is not valid.`,
    );
  return null;
}
