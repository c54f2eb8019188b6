import { randomBytes } from 'node:crypto';
import { FILE_URL_LIFETIME, type FileUrls } from '@parley/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { newId } from '../platform/clock.ts';
import { seal } from '../platform/secret.ts';
import type { FileRow } from './store.ts';
import { readPass, urlsOf } from './urls.ts';

afterEach(() => void vi.useRealTimers());

const key = randomBytes(32);
const viewer = { accountId: newId(), id: newId() };
const file: FileRow = {
  id: newId(),
  account_id: viewer.accountId,
  user_id: null,
  channel_application_id: null,
  session_id: viewer.id,
  state: 'KEPT',
  storage_key: 'ab/abc',
  has_thumbnail: true,
  name: 'a.png',
  size: 10,
  media_type: 'image/png',
  kind: 'IMAGE',
  notice: null,
  width: 1,
  height: 1,
  created_at: new Date().toISOString(),
};
const passOf = (address: string | null) => new URL(address ?? '', 'http://here').searchParams.get('pass');
const read = (of: FileUrls, by = key) => readPass(by, passOf(of.url), { fileId: file.id, rendition: 'original' });
const refused = expect.objectContaining({ key: 'ERROR_FORBIDDEN' });

it('an address tells who may fetch what, and how, until when', () => {
  const urls = urlsOf(key, viewer, file);
  expect(read(urls)).toEqual({
    accountId: viewer.accountId,
    viewerId: viewer.id,
    fileId: file.id,
    rendition: 'original',
    how: 'inline',
    until: Date.parse(urls.expiresAt),
  });
  expect(urls.url).not.toBe(urls.downloadUrl);
});

it('it holds for ten minutes and not a moment longer', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const urls = urlsOf(key, viewer, file);
  vi.advanceTimersByTime(FILE_URL_LIFETIME);
  expect(read(urls).fileId).toBe(file.id);
  vi.advanceTimersByTime(1);
  expect(() => read(urls)).toThrow(refused);
});

it('it is nobody else’s: of another key, another file, or made for something else with our key', () => {
  const urls = urlsOf(key, viewer, file);
  expect(() => read(urls, randomBytes(32))).toThrow(refused);
  expect(() => readPass(key, passOf(urls.url), { fileId: newId(), rendition: 'original' })).toThrow(refused);
  expect(() => readPass(key, passOf(urls.url), { fileId: file.id, rendition: 'thumbnail' })).toThrow(refused);
  for (const other of [{ ...read(urls), until: 'for ever' }, { fileId: file.id, until: Date.now() + 1000 }, null])
    expect(() => readPass(key, seal(key, other), { fileId: file.id, rendition: 'original' })).toThrow(refused);
});

it('what is no picture that can be shown has no address to be shown at', () => {
  const urls = urlsOf(key, viewer, { ...file, kind: 'FILE', has_thumbnail: false });
  expect(urls).toMatchObject({ url: urls.downloadUrl, thumbnailUrl: null });
  expect(read(urls).how).toBe('attachment');
});
