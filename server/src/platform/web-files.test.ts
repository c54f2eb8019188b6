import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp, type Http } from './http.ts';
import { openLog } from './log.ts';
import { serveWebApplication } from './web-files.ts';

const PAGE = '<!doctype html><title>Parley</title>';
const SCRIPT = `export const words = '${'so it goes '.repeat(200)}';`;
let folder: string;
let http: Http;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-web-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', PAGE],
    ['logo.svg', '<svg/>'],
    ['assets/talk-1a2b.js', SCRIPT],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, 'assets/small-3c4d.js'), 'export {};');
  http = createHttp(openLog('silent'));
  serveWebApplication(http, folder);
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, takes?: string) =>
  http.inject({ path, headers: takes === undefined ? {} : { 'accept-encoding': takes } }).then(({ statusCode, headers, rawPayload }) => ({
    status: statusCode,
    encoding: headers['content-encoding'],
    type: headers['content-type'],
    kept: headers['cache-control'],
    policy: headers['content-security-policy'],
    vary: headers.vary,
    body: rawPayload,
  }));

it('sends each file compressed as its reader takes it, with the type and the time that it has in itself', async () => {
  const brotli = await get('/assets/talk-1a2b.js', 'gzip, deflate, br');
  expect(brotli).toMatchObject({ status: 200, encoding: 'br', kept: 'public, max-age=31536000, immutable' });
  expect(brotli.type).toContain('javascript');
  expect(brotli.vary).toMatch(/accept-encoding/i);
  expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
  const gzipped = await get('/assets/talk-1a2b.js', 'gzip');
  expect(gzipped.encoding).toBe('gzip');
  expect(gunzipSync(gzipped.body).toString()).toBe(SCRIPT);
  expect(await get('/assets/talk-1a2b.js')).toMatchObject({ status: 200, encoding: undefined, body: Buffer.from(SCRIPT) });
  expect(await get('/assets/small-3c4d.js', 'br')).toMatchObject({ status: 200, encoding: undefined, body: Buffer.from('export {};') });
});

it('gives the page its policy however it is sent, at its own address and at any that leads into it', async () => {
  for (const path of ['/', '/communications/some-room']) {
    for (const takes of ['br', 'gzip', 'identity']) {
      const page = await get(path, takes);
      expect(page).toMatchObject({ status: 200, encoding: takes === 'identity' ? undefined : takes, kept: 'no-cache' });
      expect(page.type).toContain('text/html');
      expect(page.policy).toContain("frame-ancestors 'none'");
    }
  }
});

it('lets a browser keep the sign of its tab for an hour, which it asks for with every address', async () => {
  for (const takes of ['br', 'identity'])
    expect(await get('/logo.svg', takes)).toMatchObject({ status: 200, kept: 'public, max-age=3600' });
});

it('gives what is compressed no address of its own, and no page to what is none', async () => {
  for (const path of ['/assets/talk-1a2b.js.br', '/index.html.gz', '/assets/absent.js', '/api/absent']) {
    expect((await get(path, 'br')).status).toBe(404);
  }
});
