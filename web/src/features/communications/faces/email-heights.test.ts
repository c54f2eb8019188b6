import { expect, test } from 'vitest';
import { rememberHeight, stoodBefore } from './email-heights.ts';

test('an e-mail is as high as it was at the same width, else as it was last, and with its pictures as high as with them', () => {
  expect(stoodBefore('offer', false, 560)).toBeNull();
  rememberHeight('offer', false, 560, { height: 300, remotePictures: 2 });
  rememberHeight('offer', false, 320, { height: 420, remotePictures: 2 });
  expect(stoodBefore('offer', false, 560)).toEqual({ height: 300, remotePictures: 2 });
  expect(stoodBefore('offer', false)?.height).toBe(420);
  expect(stoodBefore('offer', false, 400)?.height).toBe(420);
  expect(stoodBefore('offer', true, 560)).toBeNull();
  rememberHeight('offer', false, 560, { height: 310, remotePictures: 2 });
  expect([stoodBefore('offer', false, 560)?.height, stoodBefore('offer', false)?.height]).toEqual([310, 310]);
});

test('of very many e-mails those are remembered that were measured last', () => {
  for (let at = 0; at < 600; at += 1) rememberHeight(`mail ${at}`, false, 560, { height: at, remotePictures: 0 });
  expect([stoodBefore('mail 0', false), stoodBefore('mail 599', false)?.height]).toEqual([null, 599]);
});
