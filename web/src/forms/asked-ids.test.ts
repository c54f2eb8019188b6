import { expect, test } from 'vitest';
import { askedIds } from './asked-ids.ts';

test('the same asked again goes under the same id, and something else, or the same of another page, under another', () => {
  const idOf = askedIds();
  const first = idOf({ users: ['a', 'b'], name: undefined });
  expect(idOf({ users: ['a', 'b'], name: undefined })).toBe(first);
  expect(idOf({ users: ['a'], name: undefined })).not.toBe(first);
  expect(askedIds()({ users: ['a', 'b'], name: undefined })).not.toBe(first);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
});
