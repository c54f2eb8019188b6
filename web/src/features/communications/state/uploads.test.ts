import { expect, test } from 'vitest';
import { isUnderway } from './underway.ts';
import { dropUpload, failUpload, newUpload, nextUpload, progressUpload, retryUpload, startUpload, type Upload } from './uploads.ts';

const three = ['a', 'b', 'c'].map((id) => newUpload(id, { name: `${id}.txt`, size: 1 }, null));
const passing = { reason: 'FRAME_UNREACHABLE', params: {}, canRetry: true };
const ids = (uploads: readonly Upload[]) => uploads.map(({ id }) => id);

test('one goes at a time, in the order in which they were chosen', () => {
  expect(nextUpload(three)?.id).toBe('a');
  const started = startUpload(three, 'a');
  expect(nextUpload(started)).toBeUndefined();
  expect(nextUpload(dropUpload(started, 'a'))?.id).toBe('b');
  expect(nextUpload(failUpload(started, 'a', passing))?.id).toBe('b');
});

test('progress does not go back, and stays within the whole', () => {
  const half = progressUpload(startUpload(three, 'a'), 'a', 0.5);
  expect(progressUpload(half, 'a', 0.2)[0]?.progress).toBe(0.5);
  expect(progressUpload(half, 'a', 1.5)[0]?.progress).toBe(1);
});

test('what failed is not underway, and tried again it waits behind the others', () => {
  const failed = failUpload(startUpload(three, 'a'), 'a', passing);
  expect(failed.map(isUnderway)).toEqual([false, true, true]);
  const again = retryUpload(failed, 'a');
  expect(ids(again)).toEqual(['b', 'c', 'a']);
  expect(again.at(-1)).toMatchObject({ status: 'waiting', progress: 0, reason: null, canRetry: false });
});

test('what could not have been taken is not tried again', () => {
  const refused = failUpload(three, 'b', { reason: 'FILE_TOO_LARGE', params: { limit: 25 }, canRetry: false });
  expect(retryUpload(refused, 'b')).toBe(refused);
});
