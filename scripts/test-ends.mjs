/**
 * What a JSON report says of one test: the file as the report names it, and how it ended.
 *
 * @typedef {{ file: string, title: string, status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }} TestEnd
 * @typedef {{ title: string, specs?: { file: string, title: string, tests: { status: TestEnd['status'] }[] }[], suites?: Suite[] }} Suite
 */

/**
 * Every test of Playwright's report, in its order.
 *
 * @param {Suite[]} suites
 * @returns {TestEnd[]}
 */
export function endsInPlaywright(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) => tests.map(({ status }) => ({ file, title, status }))),
    ...endsInPlaywright(inner),
  ]);
}

/**
 * Every test of Vitest's report, in its order; a file that could not be loaded is one that failed.
 *
 * @param {readonly { name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]} files
 * @returns {TestEnd[]}
 */
export const endsInVitest = (files) =>
  files.flatMap(({ name, status, assertionResults }) => {
    const ends = assertionResults.map((one) => ({ file: name, title: one.fullName, status: VITEST[one.status] ?? 'skipped' }));
    const isBroken = status === 'failed' && ends.every(isPassed);
    return isBroken ? [...ends, { file: name, title: 'the file', status: /** @type {const} */ ('unexpected') }] : ends;
  });

/** @type {Readonly<Record<string, TestEnd['status']>>} */
const VITEST = { passed: 'expected', failed: 'unexpected' };

// What did not run proves nothing.
/** @param {TestEnd} end */
export const isPassed = ({ status }) => status === 'expected' || status === 'flaky';

/**
 * The files in which a test failed or did not run.
 *
 * @param {readonly TestEnd[]} ends
 * @returns {string[]}
 */
export const failedFiles = (ends) => [...new Set(ends.filter((end) => !isPassed(end)).map(({ file }) => file))];

/**
 * A run of which those files that had failed were run once more, whole: their second end counts.
 *
 * @param {readonly TestEnd[]} first
 * @param {readonly TestEnd[]} second
 * @returns {{ ends: TestEnd[], flaky: string[] }} flaky: what failed first and passed then
 */
export function afterSecondTry(first, second) {
  const again = new Set(failedFiles(first));
  const failed = new Set(first.filter(({ status }) => status === 'unexpected').map(({ file, title }) => `${file} ${title}`));
  return {
    ends: [...first.filter(({ file }) => !again.has(file)), ...second],
    flaky: second.filter(isPassed).flatMap(({ file, title }) => (failed.has(`${file} ${title}`) ? [`${file} ${title}`] : [])),
  };
}
