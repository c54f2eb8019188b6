import { describe, expect, it } from 'vitest';
import { counted, flakyOf } from './test-parts.mjs';

describe('counted', () => {
  it('takes the tests as they ended', () => {
    expect(counted(5, 0, undefined, '')).toMatchObject({ passed: 5, failed: 0 });
    expect(counted(5, 2, 'code 1', '')).toMatchObject({ passed: 5, failed: 2 });
  });

  it('counts a run in which no test ran, or which failed beside its tests, as failed', () => {
    expect(counted(0, 0, undefined, '')).toMatchObject({ passed: 0, failed: 1 });
    expect(counted(5, 0, 'code 1', '')).toMatchObject({ passed: 5, failed: 1 });
  });
});

describe('flakyOf', () => {
  it('names what passed at a second try only, in whichever suite it stands', () => {
    const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({ title, tests: [{ status }] });
    const inner = [{ title: 'on a phone', specs: [spec('fits', 'flaky')] }];
    expect(flakyOf([{ title: 'list.test.ts', specs: [spec('opens', 'expected'), spec('moves', 'flaky')], suites: inner }])).toEqual([
      'list.test.ts moves',
      'on a phone fits',
    ]);
    expect(flakyOf([])).toEqual([]);
  });
});
