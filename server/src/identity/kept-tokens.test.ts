import { setTimeout as sleep } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/clock.ts';
import { tokenVerifier, type VerifyToken } from './access-token.ts';

const ISSUER = 'http://parley.example/auth/realms/parley';
const USER = newId();
type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

let verify: VerifyToken;
let sign: (expiresAt: number, key?: PrivateKey) => Promise<string>;
let strange: PrivateKey;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  strange = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
  verify = tokenVerifier([jwk], ISSUER, 'gateway');
  sign = (expiresAt, key = privateKey) =>
    new SignJWT({
      given_name: 'Elena',
      family_name: 'Test',
      name: 'Elena Test',
      email: 'elena@lumen.example',
      account_id: newId(),
      resource_access: { gateway: { roles: ['agent'] } },
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'at+jwt' })
      .setSubject(USER)
      .setIssuer(ISSUER)
      .setAudience('gateway')
      .setExpirationTime(expiresAt)
      .sign(key);
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('a token that was found good', () => {
  it('says the same each time that it is looked at', async () => {
    const token = await sign(inSeconds(60));
    const first = await verify(token);
    expect(first).toMatchObject({ userId: USER, role: 'agent' });
    expect(await verify(token)).toEqual(first);
  });

  it('that was good once is refused when its time is over', async () => {
    // Within what clocks may differ by (5 s), and two seconds later beyond it.
    const token = await sign(inSeconds(-3));
    await verify(token);
    await sleep(3100);
    await expect(verify(token)).rejects.toThrow('ERROR_UNAUTHENTICATED');
  });

  it('of another key is refused every time, also when its claims are those of a good one', async () => {
    const expiresAt = inSeconds(60);
    await verify(await sign(expiresAt));
    const forged = await sign(expiresAt, strange);
    for (let time = 0; time < 2; time++) await expect(verify(forged)).rejects.toThrow('ERROR_UNAUTHENTICATED');
  });
});
