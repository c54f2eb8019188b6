import { readFileSync } from 'node:fs';
import { smsSegments } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { requireSmsFits } from './sms-length.ts';

/** Texts that other products counted wrongly, each behind what is right of it (test/cases/README.md). */
const reported = ['BUG-064', 'BUG-065'].flatMap((name) =>
  readFileSync(new URL(`../../test/cases/${name}-texts.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, alphabet, units, partCount, text = ''] = /^(GSM-7|UCS-2), (\d+)(?: units)?, (\d+) parts?[^:]*: (.*)$/u.exec(line) ?? [];
      const right = { encoding: alphabet === 'GSM-7' ? 'GSM' : 'UCS2', units: Number(units), partCount: Number(partCount) };
      return { name, text, right, ...right };
    }),
);

describe('the length of an SMS', () => {
  test('is told of all texts that were reported', () => expect(reported).toHaveLength(6));

  test.each(reported)('$name: $units units in $encoding are $partCount parts', ({ text, right }) => {
    expect(smsSegments(text)).toMatchObject(right);
  });

  test('is of no interest on other channels', () => {
    expect(() => requireSmsFits('VIBER', 'ж'.repeat(671))).not.toThrow();
    expect(() => requireSmsFits('SMS', 'ж'.repeat(670))).not.toThrow();
    expect(() => requireSmsFits('SMS', 'ж'.repeat(671))).toThrow('SMS_TOO_LONG');
  });
});
