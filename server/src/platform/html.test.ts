import { expect, it } from 'vitest';
import { filled } from './html.ts';

it('writes numbers in texts as the language does, and leaves what is not given', () => {
  expect(filled('{name}: {limit} of {rest}', { name: 'Ivo', limit: 12_345 }, 'en')).toBe('Ivo: 12,345 of {rest}');
  expect(filled('{limit}', { limit: 12_345 }, 'bg')).toMatch(/^12\s345$/);
});
