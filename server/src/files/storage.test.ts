import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { s3Storage } from './s3-storage.ts';
import { diskStorage, newStorageKey, type Storage } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
const credentials = { accessKeyId: 'invented-key', secretAccessKey: 'invented-secret' };
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server(credentials.accessKeyId);
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const bucket = () => ({ bucket: 'parley', region: 'eu-central-1', endpoint: s3.origin, credentials });
const storages: Array<[string, () => Storage]> = [
  ['on the disk', () => diskStorage(join(folder, 'files'))],
  ['in a bucket', () => s3Storage(bucket())],
];
let count = 0;
function written(bytes: Buffer): string {
  const path = join(folder, `arriving-${++count}`);
  writeFileSync(path, bytes);
  return path;
}
const keep = (storage: Storage, key: string, bytes: Buffer) =>
  storage.keep(written(bytes), key, { size: bytes.length, mediaType: 'image/png' });

describe.each(storages)('a storage %s', (_where, open) => {
  it('gives back every byte of what it keeps, of any size', async () => {
    const storage = open();
    for (const size of [1, 65_536, 9_000_001]) {
      const key = newStorageKey();
      const bytes = Buffer.alloc(size, 'щъркел\0');
      await keep(storage, key, bytes);
      expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    }
  });

  it('gives back the part that is asked for, to the byte', async () => {
    const storage = open();
    const key = newStorageKey();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    await keep(storage, key, bytes);
    for (const [from, to] of [
      [0, 0],
      [299_999, 299_999],
      [65_530, 65_540],
      [100_000, 250_000],
      [0, 299_999],
    ] as const)
      expect((await buffer(await storage.read(key, { from, to }))).equals(bytes.subarray(from, to + 1))).toBe(true);
    await expect(storage.read(newStorageKey(), { from: 0, to: 1 })).rejects.toMatchObject({ key: 'FILE_NOT_FOUND' });
  });

  it('says FILE_NOT_FOUND of what is not there, and takes it away without complaint', async () => {
    const storage = open();
    const key = newStorageKey();
    await expect(storage.read(key)).rejects.toMatchObject({ key: 'FILE_NOT_FOUND' });
    await storage.remove(key);
    await keep(storage, key, Buffer.from('x'));
    await storage.remove(key);
    await expect(storage.read(key)).rejects.toMatchObject({ key: 'FILE_NOT_FOUND' });
  });
});

it('on the disk closes its folders to other people, and moves what it keeps', async () => {
  const root = join(folder, 'closed');
  const path = written(Buffer.from('x'));
  const key = newStorageKey();
  await diskStorage(root).keep(path, key, { size: 1, mediaType: 'text/plain' });
  expect(statSync(join(root, key, '..')).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).not.toContain(path.split('/').at(-1));
});

it('in a bucket fails when the bucket does, with another error than for what is missing', async () => {
  const storage = s3Storage(bucket());
  const key = newStorageKey();
  s3.failAfter(0);
  await expect(keep(storage, key, Buffer.from('x'))).rejects.not.toMatchObject({ key: 'FILE_NOT_FOUND' });
  await expect(storage.read(key)).rejects.not.toMatchObject({ key: 'FILE_NOT_FOUND' });
  s3.recover();
  const stranger = s3Storage({ ...bucket(), credentials: { accessKeyId: 'somebody', secretAccessKey: 'else' } });
  await expect(stranger.read(key)).rejects.not.toMatchObject({ key: 'FILE_NOT_FOUND' });
  const nowhere = s3Storage({ ...bucket(), endpoint: 'http://127.0.0.1:9' });
  await expect(keep(nowhere, key, Buffer.from('x'))).rejects.toThrow();
  expect(s3.objects.has(`parley/${key}`)).toBe(false);
});
