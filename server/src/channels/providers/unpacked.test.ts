import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpacked } from './unpacked.ts';

const LARGEST = 1024;
const body = Buffer.from('[{"kind":"MESSAGE"}]');

it.each([
  [undefined, body],
  ['identity', body],
  ['gzip', gzipSync(body)],
  ['GZIP', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['br', brotliCompressSync(body)],
])('gives a body as it was before it was packed: %s', async (encoding, raw) => {
  expect(await unpacked(raw, encoding, LARGEST)).toEqual(body);
});

it('refuses what is larger than it may be when unpacked, packed otherwise, or not as it says', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * LARGEST));
  await expect(unpacked(bomb, 'gzip', LARGEST)).rejects.toMatchObject({ key: 'ERROR_TOO_LARGE' });
  await expect(unpacked(body, 'compress', LARGEST)).rejects.toMatchObject({ key: 'ERROR_UNSUPPORTED_MEDIA_TYPE' });
  await expect(unpacked(gzipSync(body), 'gzip, br', LARGEST)).rejects.toMatchObject({ key: 'ERROR_UNSUPPORTED_MEDIA_TYPE' });
  await expect(unpacked(body, 'gzip', LARGEST)).rejects.toMatchObject({ key: 'ERROR_BAD_REQUEST' });
});
