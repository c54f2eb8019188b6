import { describe, expect, it } from 'vitest';
import { afterSecondTry, failedFiles, testEnds } from './browser-report.mjs';

/** @typedef {import('./browser-report.mjs').TestEnd} TestEnd */

/** @param {string} file @param {string} title @param {TestEnd['status']} status @returns {TestEnd} */
const end = (file, title, status) => ({ file, title, status });

describe('testEnds', () => {
  it('finds every test, in whichever suite it stands', () => {
    const spec = (/** @type {string} */ title, /** @type {TestEnd['status']} */ status) => ({
      file: 'list.test.ts',
      title,
      tests: [{ status }],
    });
    const inner = [{ title: 'on a phone', specs: [spec('fits', 'skipped')] }];
    expect(testEnds([{ title: 'list.test.ts', specs: [spec('opens', 'expected')], suites: inner }])).toEqual([
      end('list.test.ts', 'opens', 'expected'),
      end('list.test.ts', 'fits', 'skipped'),
    ]);
    expect(testEnds([])).toEqual([]);
  });
});

describe('afterSecondTry', () => {
  const first = [
    end('a.test.ts', 'opens', 'expected'),
    end('b.test.ts', 'moves', 'expected'),
    end('b.test.ts', 'closes', 'unexpected'),
    end('b.test.ts', 'ends', 'skipped'),
  ];

  it('takes the files that failed as they ended then, and names what passed only then', () => {
    expect(failedFiles(first)).toEqual(['b.test.ts']);
    const second = ['moves', 'closes', 'ends'].map((title) => end('b.test.ts', title, 'expected'));
    expect(afterSecondTry(first, second)).toEqual({ ends: [first[0], ...second], flaky: ['b.test.ts closes'] });
  });

  it('leaves failed what fails again', () => {
    const second = [end('b.test.ts', 'moves', 'unexpected'), end('b.test.ts', 'closes', 'unexpected')];
    expect(afterSecondTry(first, second)).toEqual({ ends: [first[0], ...second], flaky: [] });
  });
});
