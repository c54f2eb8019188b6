import { describe, expect, it } from 'vitest';
import { afterSecondTry, endsInPlaywright, endsInVitest, failedFiles } from './test-ends.mjs';

/** @typedef {import('./test-ends.mjs').TestEnd} TestEnd */

/** @param {string} file @param {string} title @param {TestEnd['status']} status @returns {TestEnd} */
const end = (file, title, status) => ({ file, title, status });

describe('endsInPlaywright', () => {
  it('finds every test, in whichever suite it stands', () => {
    const spec = (/** @type {string} */ title, /** @type {TestEnd['status']} */ status) => ({
      file: 'list.test.ts',
      title,
      tests: [{ status }],
    });
    const inner = [{ title: 'on a phone', specs: [spec('fits', 'skipped')] }];
    expect(endsInPlaywright([{ title: 'list.test.ts', specs: [spec('opens', 'expected')], suites: inner }])).toEqual([
      end('list.test.ts', 'opens', 'expected'),
      end('list.test.ts', 'fits', 'skipped'),
    ]);
    expect(endsInPlaywright([])).toEqual([]);
  });
});

describe('endsInVitest', () => {
  it('finds every test, and takes a file that could not be loaded for one that failed', () => {
    const passed = { name: 'a.test.ts', status: 'passed', assertionResults: [{ fullName: 'list opens', status: 'passed' }] };
    const failed = { name: 'b.test.ts', status: 'failed', assertionResults: [{ fullName: 'list closes', status: 'failed' }] };
    const broken = { name: 'c.test.ts', status: 'failed', assertionResults: [] };
    expect(endsInVitest([passed, failed, broken])).toEqual([
      end('a.test.ts', 'list opens', 'expected'),
      end('b.test.ts', 'list closes', 'unexpected'),
      end('c.test.ts', 'the file', 'unexpected'),
    ]);
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
