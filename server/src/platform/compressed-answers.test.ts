import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp, type Http } from './http.ts';
import { openLog } from './log.ts';

const LARGE = JSON.stringify(Array.from({ length: 400 }, (_, n) => ({ id: n, name: `Стая ${n}` })));
const SMALL = '{"content":[]}';
let http: Http;
let port: number;

beforeAll(async () => {
  http = createHttp(openLog('silent'));
  const answer = (text: string) => (_request: unknown, reply: { header(name: string, value: string): { send(text: string): unknown } }) =>
    reply.header('content-type', 'application/json').send(text);
  const config = { mayCompress: true };
  http.get('/large', { config }, answer(LARGE) as never);
  http.get('/small', { config }, answer(SMALL) as never);
  http.get('/secret', answer(LARGE) as never);
  await http.listen({ host: '127.0.0.1', port: 0 });
  port = (http.server.address() as { port: number }).port;
});
afterAll(() => http.close());

const ask = (path: string, taken?: string) =>
  new Promise<{ encoding: string | undefined; vary: string | undefined; length: number; bytes: Buffer }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: taken === undefined ? {} : { 'accept-encoding': taken } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const { 'content-encoding': encoding, vary, 'content-length': length } = answer.headers;
        resolve({ encoding, vary, length: Number(length), bytes: Buffer.concat(pieces) });
      });
    }).once('error', reject);
  });

describe('a large answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.8', 'gzip'],
    ['*', 'br'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['zstd', undefined],
    [undefined, undefined],
  ])('asked for with %s comes as %s, whole', async (taken, encoding) => {
    const answer = await ask('/large', taken);
    expect([answer.encoding, answer.vary]).toEqual([encoding, 'accept-encoding']);
    expect(answer.length).toBe(answer.bytes.length);
    const plain = encoding === 'br' ? brotliDecompressSync(answer.bytes) : encoding === 'gzip' ? gunzipSync(answer.bytes) : answer.bytes;
    expect(plain.toString()).toBe(LARGE);
    if (encoding) expect(answer.bytes.length).toBeLessThan(LARGE.length / 4);
  });

  it('stays as it is where its route does not say that it may be compressed, and so does a small one', async () => {
    const [secret, small] = [await ask('/secret', 'br, gzip'), await ask('/small', 'br, gzip')];
    expect([secret.encoding, secret.bytes.toString()]).toEqual([undefined, LARGE]);
    expect([small.encoding, small.bytes.toString()]).toEqual([undefined, SMALL]);
  });
});
