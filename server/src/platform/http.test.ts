import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { asProblem, createHttp, type Http } from './http.ts';
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

describe('a body', () => {
  it('that is packed, or written in other letters than UTF-8, is refused before it is read as something else', async () => {
    http = createHttp(openLog('silent'));
    http.post('/call', (request) => request.body);
    const sent = async (headers: Record<string, string>) =>
      http.inject({ method: 'POST', path: '/call', headers: { 'content-type': 'application/json', ...headers }, payload: '{"a":1}' });
    for (const headers of [
      { 'content-encoding': 'gzip' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json;Charset="ISO-8859-1"' },
    ]) {
      const answer = await sent(headers);
      expect([answer.statusCode, answer.json().message]).toEqual([415, 'ERROR_UNSUPPORTED_MEDIA_TYPE']);
    }
    for (const headers of [{}, { 'content-encoding': 'identity' }, { 'content-type': 'application/json; charset="UTF-8"' }])
      expect((await sent(headers)).json()).toEqual({ a: 1 });
  });
});

describe('an address that is known', () => {
  it('refuses another method than its own with those that it takes; one that is not known is not found', async () => {
    http = createHttp(openLog('silent'));
    http.get('/things/:id', () => 'one');
    http.put('/things/:id', () => 'kept');
    http.all('/api/*', (_request, reply) => reply.callNotFound());
    http.get('/*', (_request, reply) => reply.callNotFound());
    http.knownMethods.add('POST', '/api/things/{id}/parts');
    const asked = async (method: 'GET' | 'DELETE', path: string) => {
      const answer = await http.inject({ method, path });
      return [answer.statusCode, answer.headers.allow, answer.json().message];
    };
    expect(await asked('DELETE', '/things/7?deep=1')).toEqual([405, 'GET, HEAD, PUT', 'ERROR_METHOD_NOT_ALLOWED']);
    for (const method of ['GET', 'DELETE'] as const)
      expect(await asked(method, '/api/things/7/parts')).toEqual([405, 'POST', 'ERROR_METHOD_NOT_ALLOWED']);
    for (const path of ['/things/', '/things/7/parts', '/api/things/7', '/api/things//parts', '/nothing'])
      expect(await asked('DELETE', path)).toEqual([404, undefined, 'ERROR_NOT_FOUND']);
  });
});

describe('a request that does not come whole', () => {
  async function halfSent(path: string): Promise<string> {
    http = createHttp(openLog('silent'), [], 100);
    http.post('/call', () => 'called');
    http.post('/file', { config: { bodyMayTakeLong: true } }, () => 'taken');
    await http.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
    setTimeout(() => socket.writable && socket.write('}'), 400);
    return text(socket);
  }

  it('is answered in the one shape after its time, and its connection ended', async () => {
    expect(await halfSent('/call')).toMatch(/^HTTP\/1\.1 400 .*ERROR_BAD_REQUEST/s);
  });

  it('is waited for where a file may come slowly', async () => {
    expect(await halfSent('/file')).toMatch(/^HTTP\/1\.1 200 .*taken/s);
  });
});

it.each([
  ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a server that is going down', Object.assign(new Error('terminating'), { code: '57P01' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
])('says of %s to the database that it cannot be reached now, and not that something is wrong', (_what, error) => {
  expect(asProblem(error)).toMatchObject({ key: 'ERROR_UNAVAILABLE', status: 503 });
  expect(asProblem(new Error('a fault of ours')).status).toBe(500);
});
