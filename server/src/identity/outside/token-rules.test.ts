import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { outsideVerifier } from './outside-token.ts';

const ISSUER = 'https://id.example.com/realms/company';
const ACCOUNT = '0198c0de-0000-7000-8000-000000000001';
const CLAIMS = {
  azp: 'parley-web',
  typ: 'Bearer',
  account_id: ACCOUNT,
  email: 'elena@lumen.example',
  email_verified: true,
  given_name: 'Elena',
  family_name: 'Marinova',
  resource_access: { gateway: { roles: ['agent'] } },
};

let sign: (claims: JWTPayload, header?: { typ?: string }, issuedAt?: number) => Promise<string>;
let verifier: (env?: Record<string, string>) => ReturnType<typeof outsideVerifier>;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keyFor = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] });
  verifier = (env = {}) => {
    const given = { PARLEY_DATA: '/srv/parley', PARLEY_SECRET: 'ab'.repeat(32), PARLEY_DATABASE_URL: 'postgres://a:b@db/parley' };
    const { outsideProvider } = loadConfig({ ...given, PARLEY_OIDC_ISSUER: ISSUER, ...env });
    if (outsideProvider === undefined) throw new Error('no provider');
    return outsideVerifier(outsideProvider, { keyFor, userinfo: () => null });
  };
  sign = (claims, header = {}, issuedAt = inSeconds(0)) =>
    new SignJWT({ iss: ISSUER, sub: 'somebody', exp: inSeconds(300), ...claims, iat: issuedAt })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
      .sign(privateKey);
});

const refused = 'ERROR_UNAUTHENTICATED';

describe('an access token of an outside provider', () => {
  it('tells who somebody is by Keycloak’s claims', async () => {
    expect(await verifier()(await sign({ ...CLAIMS, sid: 'a-sign-in', auth_time: 5 }, { typ: 'JWT' }))).toMatchObject({
      subject: 'somebody',
      sid: 'a-sign-in',
      authenticatedAt: 5,
      role: 'agent',
      accountId: ACCOUNT,
      email: 'elena@lumen.example',
      emailVerified: true,
      firstName: 'Elena',
      lastName: 'Marinova',
    });
  });

  it('tells it by other claims and names of roles where the settings say so', async () => {
    const verify = verifier({
      PARLEY_OIDC_ROLE_CLAIM: 'https://company.example/role',
      PARLEY_OIDC_ROLES: 'supervisor=cc-lead',
      PARLEY_OIDC_ACCOUNT_CLAIM: 'tenant.id',
      PARLEY_OIDC_EMAIL_CLAIM: 'upn',
      PARLEY_OIDC_FIRST_NAME_CLAIM: 'forename',
      PARLEY_OIDC_LAST_NAME_CLAIM: 'surname',
    });
    const claims = { 'https://company.example/role': 'cc-lead', tenant: { id: [ACCOUNT.toUpperCase()] }, upn: 'n@lumen.example' };
    const token = await sign({ azp: 'parley-web', typ: 'Bearer', forename: ' Nora\u0000 ', surname: 'Genova', ...claims });
    expect(await verify(token)).toMatchObject({
      role: 'supervisor',
      accountId: ACCOUNT,
      email: 'n@lumen.example',
      firstName: 'Nora',
      lastName: 'Genova',
    });
    expect(await verify(await sign({ ...CLAIMS }))).toMatchObject({ role: null, email: null });
  });

  it('names somebody who has no name by what there is', async () => {
    const { given_name, family_name, ...nameless } = CLAIMS;
    expect(await verifier()(await sign(nameless))).toMatchObject({ firstName: 'elena', lastName: '' });
    expect(await verifier()(await sign({ ...nameless, name: 'Elena M.' }))).toMatchObject({ firstName: 'Elena M.' });
    expect((await verifier()(await sign({ ...CLAIMS, given_name: 'E'.repeat(300) }))).firstName).toHaveLength(100);
  });

  it('holds within half a minute of what clocks differ by', async () => {
    await verifier()(await sign({ ...CLAIMS, exp: inSeconds(-25) }, {}, inSeconds(-60)));
    await verifier()(await sign(CLAIMS, {}, inSeconds(25)));
    await expect(verifier()(await sign({ ...CLAIMS, exp: inSeconds(-35) }))).rejects.toThrow(refused);
    await expect(verifier()(await sign(CLAIMS, {}, inSeconds(35)))).rejects.toThrow(refused);
    await expect(verifier()(await sign({ ...CLAIMS, nbf: inSeconds(60) }))).rejects.toThrow(refused);
  });

  it('is for us: by the client as audience or authorized party, or by the audience that is set', async () => {
    await verifier()(await sign({ ...CLAIMS, azp: 'another', aud: ['account', 'parley-web'] }));
    await expect(verifier()(await sign({ ...CLAIMS, azp: 'another', aud: 'account' }))).rejects.toThrow(refused);
    const named = verifier({ PARLEY_OIDC_AUDIENCE: 'https://chat.example.com/api' });
    await named(await sign({ ...CLAIMS, aud: 'https://chat.example.com/api' }));
    await expect(named(await sign({ ...CLAIMS, aud: 'parley-web' }))).rejects.toThrow(refused);
  });

  it('is no other kind of token of the same provider', async () => {
    const { typ, ...untyped } = CLAIMS;
    for (const [claims, header] of [
      [{ ...untyped, typ: 'ID' }, { typ: 'JWT' }],
      [{ ...untyped, typ: 'Refresh' }, {}],
      [untyped, { typ: 'logout+jwt' }],
      [untyped, { typ: 'JWT' }],
      [untyped, {}],
    ] as const)
      await expect(verifier()(await sign(claims, header))).rejects.toThrow(refused);
    await verifier()(await sign(untyped, { typ: 'at+jwt' }));
    await verifier()(await sign(untyped, { typ: 'application/at+jwt' }));
    const named = verifier({ PARLEY_OIDC_AUDIENCE: 'urn:parley' });
    await named(await sign({ ...untyped, aud: 'urn:parley' }));
    await expect(named(await sign({ ...untyped, aud: 'urn:parley', nonce: 'n' }))).rejects.toThrow(refused);
  });

  it('names somebody, and when', async () => {
    await expect(verifier()(await sign({ ...CLAIMS, sub: '' }))).rejects.toThrow(refused);
    await expect(verifier()(await sign({ ...CLAIMS, sub: 's'.repeat(256) }))).rejects.toThrow(refused);
    await expect(verifier()(await sign({ ...CLAIMS, iss: 'https://id.example.com/realms/other' }))).rejects.toThrow(refused);
  });
});
