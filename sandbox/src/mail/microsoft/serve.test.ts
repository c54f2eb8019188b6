import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Started, startMail } from '../test/mail-sandbox.ts';

let world: Started;
beforeEach(async () => {
  world = await startMail();
});
afterEach(() => world.close());

const APPLICATION = {
  grant_type: 'client_credentials',
  client_id: 'parley',
  client_secret: 'sandbox',
  scope: 'https://outlook.office365.com/.default',
};
async function ask(form: Record<string, string>, tenant = 'lumen') {
  const answer = await world.http.inject({
    method: 'POST',
    url: `/providers/microsoft/${tenant}/oauth2/v2.0/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const set = (payload: object) => world.http.inject({ method: 'PUT', url: '/providers/microsoft/controls', payload });

describe('Microsoft’s token endpoint', () => {
  it('gives an application a token, and no refresh token', async () => {
    const { status, body } = await ask(APPLICATION);
    expect([status, body]).toEqual([
      200,
      { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: expect.any(String) },
    ]);
  });

  it('gives a person a new refresh token each time, and takes each once', async () => {
    const first = (await world.http.inject({ method: 'POST', url: '/providers/microsoft/refresh-tokens' })).json().refreshToken;
    const scope = 'https://outlook.office.com/IMAP.AccessAsUser.All offline_access';
    const person = (token: string) => ({ ...APPLICATION, grant_type: 'refresh_token', refresh_token: token, scope });
    const { body } = await ask(person(first));
    expect(body).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String), scope });
    expect(await ask(person(first))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await ask(person(body.refresh_token))).status).toBe(200);
    await set({ signedOut: true });
    expect(await ask(person(body.refresh_token))).toMatchObject({ body: { error: 'invalid_grant', error_codes: [700082] } });
  });

  it.each([
    ['another secret', { ...APPLICATION, client_secret: 'wrong' }, 'lumen', 401, 'invalid_client', 7000215],
    ['an unknown application', { ...APPLICATION, client_id: 'unknown' }, 'lumen', 400, 'unauthorized_client', 700016],
    ['an unknown tenant', APPLICATION, 'nobody', 400, 'invalid_request', 90002],
    ['no client', { ...APPLICATION, client_id: '' }, 'lumen', 400, 'invalid_request', 900144],
    ['another grant', { ...APPLICATION, grant_type: 'password' }, 'lumen', 400, 'unsupported_grant_type', 70003],
    ['another scope', { ...APPLICATION, scope: 'https://graph.microsoft.com/.default' }, 'lumen', 400, 'invalid_scope', 1002012],
  ])('refuses %s as Microsoft does', async (_, form, tenant, status, error, number) => {
    expect(await ask(form, tenant)).toEqual({
      status,
      body: {
        error,
        error_description: expect.stringContaining(`AADSTS${number}: `),
        error_codes: [number],
        timestamp: expect.any(String),
        trace_id: expect.any(String),
        correlation_id: expect.any(String),
      },
    });
  });

  it('gives tokens that hold as long as was set, and answers as it was told', async () => {
    await set({ tokenSeconds: 1 });
    const client = world.imap({ auth: { user: 'support@shop.test', accessToken: (await ask(APPLICATION)).body.access_token } });
    await client.connect();
    await new Promise<void>((resolve) => client.on('close', resolve));
    await set({ failWith: 503 });
    expect((await ask(APPLICATION)).status).toBe(503);
  });
});
