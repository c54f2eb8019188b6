import { bg } from '@parley/contract/text/bg/catalogue';
import { en } from '@parley/contract/text/en/catalogue';
import { expect, it } from 'vitest';
import { stepWords } from './path-words.ts';
import type { Text } from './reason-words.ts';

const textOf =
  (catalogue: Record<string, string>): Text =>
  (key, params = {}) =>
    (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String((params as Record<string, unknown>)[name]));

it('a step by a short message says so, in both languages', () => {
  expect(stepWords({ step: 'DELIVERED', reason: 'BY_SMS', part: null }, textOf(en))).toBe('Delivered as SMS');
  expect(stepWords({ step: 'DELIVERED', reason: 'BY_SMS', part: null }, textOf(bg))).toBe('Доставено като SMS');
  expect(stepWords({ step: 'SENT', reason: 'BY_SMS', part: null }, textOf(en))).toContain('SMS goes out instead');
});

it('a step of one part of a message says which', () => {
  const failed = { step: 'DELIVERY_FAILED', reason: null, part: 3 } as const;
  expect(stepWords(failed, textOf(en))).toBe('Part 3: Not delivered: the channel did not say why.');
  expect(stepWords({ step: 'DELIVERED', reason: null, part: 1 }, textOf(bg))).toMatch(/^Част 1: \p{L}+/u);
  expect(stepWords({ ...failed, part: null }, textOf(en))).toBe('Not delivered: the channel did not say why.');
});
