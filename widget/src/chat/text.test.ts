import { widget as bg } from '@parley/contract/text/bg/widget';
import { widget as en } from '@parley/contract/text/en/widget';
import { expect, it } from 'vitest';
import { wordsOf } from './text.ts';

it('writes numbers in texts as the language does', () => {
  const params = { count: 12_345, limit: 10_000 };
  expect(wordsOf('en', en)('WIDGET_TOO_LONG', params)).toBe('Too long by 12,345: at most 10,000 characters.');
  expect(wordsOf('bg', bg)('WIDGET_TOO_LONG', params)).toMatch(/12\s345.*10\s000/);
});
