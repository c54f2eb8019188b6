import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/clock.ts';
import { tokenVerifier, type VerifyToken } from './access-token.ts';

const ISSUER = 'https://parley.example/auth';
const AUDIENCE = 'parley-api';
const person = newId();
const account = newId();

let verify: VerifyToken;
let sign: (claims: JWTPayload) => Promise<string>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  verify = tokenVerifier([{ ...(await exportJWK(publicKey)), alg: 'RS256' }], ISSUER, AUDIENCE);
  sign = (claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setExpirationTime('5 minutes')
      .sign(privateKey);
});

const claimsOf = (roles: string[], over: JWTPayload = {}): JWTPayload => ({
  sub: person,
  given_name: 'Elena',
  family_name: 'Test',
  name: 'Elena Test',
  email: 'elena@lumen.example',
  account_id: account,
  resource_access: { gateway: { roles } },
  ...over,
});

it('takes the first role of the gateway access, and id and account from the token', async () => {
  expect(await verify(await sign(claimsOf(['supervisor', 'admin'])))).toMatchObject({
    userId: person,
    accountId: account,
    role: 'supervisor',
  });
  expect(await verify(await sign(claimsOf(['agent'])))).toMatchObject({ role: 'agent' });
});

it.each([
  ['without a role', claimsOf([])],
  ['whose first role is none of the four', claimsOf(['offline_access', 'admin'])],
  ['without a name', claimsOf(['admin'], { name: 7 })],
  ['without gateway access', claimsOf(['admin'], { resource_access: {} })],
])('refuses a token %s', async (_what, claims) => {
  await expect(verify(await sign(claims))).rejects.toMatchObject({ key: 'ERROR_UNAUTHENTICATED' });
});
