import { expect, it } from 'vitest';
import { isColumnShown, readWishes } from './column-choice.ts';

it('reads what was kept, and nothing else', () => {
  expect(readWishes('{"email":false,"zone":true,"odd":"yes"}')).toEqual({ email: false, zone: true });
  for (const odd of [null, '', 'no JSON', '[true]', 'null', '3']) expect(readWishes(odd)).toEqual({});
});

it('always shows what names the row, and of the others what was wished', () => {
  expect(isColumnShown({ id: 'name' }, 0, { name: false }, true)).toBe(true);
  expect(isColumnShown({ id: 'email' }, 1, { email: false }, false)).toBe(false);
  expect(isColumnShown({ id: 'email', seldom: true }, 1, { email: true }, false)).toBe(true);
});

it('leaves out without a wish what is seldom asked for, and at phone width what is wide', () => {
  expect(isColumnShown({ id: 'email', wide: true }, 1, {}, false)).toBe(true);
  expect(isColumnShown({ id: 'email', wide: true }, 1, {}, true)).toBe(false);
  expect(isColumnShown({ id: 'email', wide: true }, 1, { email: true }, true)).toBe(true);
  expect(isColumnShown({ id: 'zone', seldom: true }, 1, {}, false)).toBe(false);
});
