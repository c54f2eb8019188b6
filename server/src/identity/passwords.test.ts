import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashOfNone, hashPassword, verifyPassword } from './passwords.ts';

it('knows the right password and no other, however its letters are composed', async () => {
  const hash = await hashPassword('café 1');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(await verifyPassword('cafe\u0301 1', hash)).toBe(true);
  expect(await verifyPassword('cafe 1', hash)).toBe(false);
  expect(await hashPassword('café 1')).not.toBe(hash);
});

it('verifies with the cost that the hash was made with', async () => {
  const salt = Buffer.from('some salt');
  const key = scryptSync('right', salt, 32, { N: 1024, r: 4, p: 2 });
  const older = ['scrypt', 1024, 4, 2, salt.toString('base64url'), key.toString('base64url')].join('$');
  expect(await verifyPassword('right', older)).toBe(true);
  expect(await verifyPassword('wrong', older)).toBe(false);
  await expect(verifyPassword('any', 'md5$1')).rejects.toThrow();
});

it('finds no password right where there is none, at the cost of today', async () => {
  const none = hashOfNone();
  expect(none).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(hashOfNone()).not.toBe(none);
  for (const tried of ['', 'nobody has this password', none]) expect(await verifyPassword(tried, none)).toBe(false);
});

it('works through many at once', async () => {
  const hash = await hashPassword('p');
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => verifyPassword(at % 2 ? 'p' : 'q', hash)));
  expect(answers).toEqual([false, true, false, true, false, true]);
});
