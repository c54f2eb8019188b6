import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, type Http } from './http.ts';
import { openLog } from './log.ts';

let http: Http;
afterEach(() => http.close());

/** What the server takes for the client's address. */
async function addressOf(peer: string, forwarded: string, trusted?: readonly string[]): Promise<string> {
  http = createHttp(openLog('silent'), trusted);
  http.get('/address', (request) => request.ip);
  const answer = await http.inject({ path: '/address', remoteAddress: peer, headers: { 'x-forwarded-for': forwarded } });
  return answer.body;
}

describe('the address of a client', () => {
  it('is what a proxy on this machine says, of several the last', async () => {
    expect(await addressOf('127.0.0.1', '203.0.113.5')).toBe('203.0.113.5');
    await http.close();
    expect(await addressOf('::1', '198.51.100.1, 203.0.113.5')).toBe('203.0.113.5');
  });

  it('is the peer itself where it is no proxy of ours, whatever it says', async () => {
    expect(await addressOf('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9');
  });

  it('is what the proxies say that are named, and no other', async () => {
    expect(await addressOf('10.1.2.3', '198.51.100.1, 203.0.113.5', ['10.1.0.0/16'])).toBe('203.0.113.5');
    await http.close();
    expect(await addressOf('127.0.0.1', '203.0.113.5', ['10.1.0.0/16'])).toBe('127.0.0.1');
  });
});
