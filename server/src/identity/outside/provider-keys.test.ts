import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { type ProviderKeys, providerKeys } from './provider-keys.ts';

const log = openLog('silent');
const TOKEN = { payload: '', signature: '' };

let server: Server;
let issuer: string;
/** What the provider says now, and how often it was asked for its keys. */
let told: { issuer: string; keys: JWK[]; isWell: boolean };
let asked: number;
let now: number;
let keys: ProviderKeys;

async function publicKey(kid: string): Promise<JWK> {
  return { ...(await exportJWK((await generateKeyPair('RS256')).publicKey)), kid, alg: 'RS256', use: 'sig' };
}

beforeEach(async () => {
  server = createServer((request, response) => {
    if (!told.isWell) {
      response.statusCode = 500;
      return void response.end('{"error":"unknown_error"}');
    }
    const isKeys = request.url === '/keys';
    if (isKeys) asked++;
    response.end(JSON.stringify(isKeys ? { keys: told.keys } : { issuer: told.issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  told = { issuer, keys: [await publicKey('one')], isWell: true };
  asked = 0;
  now = 1_000_000;
  keys = providerKeys(issuer, log, () => now);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const look = async (kid: string) => keys.keyFor({ alg: 'RS256', kid }, TOKEN);

describe('the keys of an outside provider', () => {
  it('are asked for once, however many tokens come at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => look('one')));
    await look('one');
    expect(asked).toBe(1);
  });

  it('are asked for again for one that is not known, but not more often than every five seconds', async () => {
    await look('one');
    for (let time = 0; time < 5; time++) await expect(look('never')).rejects.toThrow('IDENTITY_UNREACHABLE');
    expect(asked).toBe(1);
    now += 5000;
    await expect(look('never')).rejects.toThrow(/no applicable key/);
    expect(asked).toBe(2);
    told.keys = [await publicKey('two')];
    await expect(look('two')).rejects.toThrow('IDENTITY_UNREACHABLE');
    now += 5000;
    await look('two');
    expect(asked).toBe(3);
  });

  it('go on while the provider is not well, and one that is not known is then not called wrong', async () => {
    await look('one');
    told.isWell = false;
    now += 3_600_000;
    await look('one');
    await expect(look('two')).rejects.toThrow('IDENTITY_UNREACHABLE');
    told.isWell = true;
    told.keys = [await publicKey('two')];
    now += 5000;
    await look('two');
  });

  it('are no longer believed, ten minutes later, when the provider has taken one back', async () => {
    await look('one');
    told.keys = [await publicKey('two')];
    now += 600_001;
    // This look still goes by what is held, and has it read anew.
    await look('one');
    await expect.poll(() => asked).toBe(2);
    await look('two');
    now += 5000;
    await expect(look('one')).rejects.toThrow(/no applicable key/);
  });

  it.each([
    ['is not well', () => Object.assign(told, { isWell: false })],
    ['is another', () => Object.assign(told, { issuer: 'https://elsewhere.example' })],
  ])('cannot be told when from the start the provider %s', async (_, change) => {
    change();
    await expect(look('one')).rejects.toThrow('IDENTITY_UNREACHABLE');
    await expect(look('one')).rejects.toThrow('IDENTITY_UNREACHABLE');
    Object.assign(told, { isWell: true, issuer });
    now += 2000;
    await look('one');
  });
});
