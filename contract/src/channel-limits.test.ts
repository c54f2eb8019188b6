import { expect, it } from 'vitest';
import { type FileToJudge, fileBeyondLimit, wordsBeyondLimit } from './channel-limits.ts';

const MB = 1024 * 1024;
const picture = (mediaType: string, size: number): FileToJudge => ({ mediaType, size, name: 'picture', kind: 'IMAGE' });
const file = (name: string, size: number, mediaType = 'application/octet-stream'): FileToJudge => ({ mediaType, size, name, kind: 'FILE' });

it.each([
  ['VIBER_PUBLIC', picture('image/jpeg', 1.1 * MB), 'CHANNEL_PICTURE_TOO_LARGE', { limit: 1 }],
  ['VIBER_PUBLIC', picture('image/png', 3.5 * MB), 'CHANNEL_PICTURE_TOO_LARGE', { limit: 1 }],
  ['VIBER_PUBLIC', picture('image/webp', 100), 'CHANNEL_PICTURE_OF_OTHER_TYPE', { types: 'JPG, PNG, GIF' }],
  ['VIBER', picture('image/gif', 100), 'CHANNEL_PICTURE_OF_OTHER_TYPE', { types: 'JPG, PNG' }],
  ['VIBER_PUBLIC', file('film.mp4', 30 * MB, 'video/mp4'), 'CHANNEL_FILE_TOO_LARGE', { limit: 26 }],
  ['VIBER_PUBLIC', file('plans.pdf', 51 * MB), 'CHANNEL_FILE_TOO_LARGE', { limit: 50 }],
  ['VIBER_PUBLIC', file('Setup.EXE', 100), 'CHANNEL_TAKES_NO_PROGRAMS', {}],
  ['VIBER', file('setup.msi', 100), 'CHANNEL_TAKES_NO_PROGRAMS', {}],
] as const)('on %s the provider would refuse it, and its limit is told (BUG-060): %o', (channel, judged, key, params) => {
  expect(fileBeyondLimit(channel, judged)).toEqual({ key, params });
});

it('what a provider takes, and what other channels take, is not refused', () => {
  expect(fileBeyondLimit('VIBER_PUBLIC', picture('image/gif', MB))).toBeNull();
  expect(fileBeyondLimit('VIBER_PUBLIC', file('film.mp4', 26 * MB, 'video/mp4'))).toBeNull();
  expect(fileBeyondLimit('LIVECHAT', picture('image/webp', 9 * MB))).toBeNull();
});

it('of words the letters are counted by channel', () => {
  const words = (length: number) => ({ text: 'я'.repeat(length) });
  expect(wordsBeyondLimit('VIBER_PUBLIC', words(7000))).toBeNull();
  expect(wordsBeyondLimit('VIBER_PUBLIC', words(7001))).toEqual({ key: 'CHANNEL_TEXT_TOO_LONG', params: { limit: 7000 } });
  expect(wordsBeyondLimit('VIBER', words(1001))).toEqual({ key: 'CHANNEL_TEXT_TOO_LONG', params: { limit: 1000 } });
  expect(wordsBeyondLimit('VIBER', { text: 'a', buttonText: 'x'.repeat(31) })).toEqual({
    key: 'CHANNEL_BUTTON_TOO_LONG',
    params: { limit: 30 },
  });
  expect(wordsBeyondLimit('SMS', words(7001))).toBeNull();
});
