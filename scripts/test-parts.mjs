import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findShell } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { runNode, runTool } from './tool.mjs';

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 * @typedef {{ root: string, node: string, progress: (text: string) => void, args: string[] }} Context args: further words, for instance a file's name
 * @typedef {{ name: string, what: string, fast: boolean, run: (context: Context) => Promise<Outcome> }} TestPart
 */

/** @type {TestPart[]} */
export const PARTS = [
  { name: 'lint', what: 'format and lint', fast: true, run: (context) => check(context, 'biome', ['check', '.']) },
  { name: 'boundaries', what: 'who imports whom', fast: true, run: (context) => script(context, 'scripts/boundaries.mjs') },
  { name: 'types', what: 'types', fast: true, run: types },
  { name: 'dead', what: 'dead code', fast: true, run: (context) => check(context, 'knip', ['--no-progress']) },
  { name: 'length', what: 'file length', fast: true, run: (context) => script(context, 'scripts/file-length.mjs') },
  { name: 'unit', what: 'unit, property and module tests', fast: true, run: unit },
  { name: 'build', what: 'builds', fast: true, run: build },
  { name: 'start', what: 'starts, stops and kills', fast: false, run: start },
  { name: 'browser', what: 'browser tests', fast: false, run: browser },
];

/** What `npm run test:long` runs beside them.
 * @type {TestPart[]} */
export const LONG = [
  {
    name: 'workers',
    what: 'killed workers, fuzz, plans',
    fast: false,
    run: (context) => inNode(context, ['--root=server', '--config=long.config.ts'], 'workers.json'),
  },
  { name: 'sweeps', what: 'whole walks, and every screen in every look', fast: false, run: sweeps },
  { name: 'long', what: 'storms, kills, damage, backups, upgrades', fast: false, run: long },
];

/** @param {Context} context @param {string} tool @param {string[]} args @returns {Promise<Outcome>} */
async function check({ root, node }, tool, args) {
  const { how, output } = await runTool({ root, node, tool, args, show: false });
  return verdict(how, output);
}

/** @param {Context} context @param {string} path @returns {Promise<Outcome>} */
async function script({ root, node }, path) {
  const { how, output } = await runNode({ root, node, args: [path], show: false });
  return verdict(how, output);
}

/** @param {string | undefined} how @param {string} output @returns {Outcome} */
function verdict(how, output) {
  return how === undefined ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output: `${output.trimEnd()}\n(${how})` };
}

/** @param {Context} context @returns {Promise<Outcome>} */
async function types(context) {
  const projects = readdirSync(context.root).filter(
    (name) => existsSync(join(context.root, name, 'tsconfig.json')) && hasSources(join(context.root, name)),
  );
  const outcomes = [];
  for (const project of projects) outcomes.push(await check(context, 'tsc', ['--project', project]));
  return sum(outcomes);
}

// TypeScript calls a project without any file an error, and a workspace may still be empty.
/** @param {string} folder @returns {boolean} */
function hasSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? !['node_modules', 'dist'].includes(entry.name) && hasSources(join(folder, entry.name))
      : /\.(ts|tsx|mjs)$/.test(entry.name),
  );
}

/** @param {Context} context @returns {Promise<Outcome>} */
function unit(context) {
  return inNode(context, [], 'vitest.json');
}

/** @param {Context} context @param {string[]} settings @param {string} reportName @returns {Promise<Outcome>} */
async function inNode({ root, node, args }, settings, reportName) {
  const report = freshReport(root, reportName);
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...settings];
  const { how, output } = await runTool({ root, node, tool: 'vitest', args: [...options, ...args], show: false });
  const { numPassedTests = 0, numTotalTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  return counted(numPassedTests, numTotalTests - numPassedTests, how, output);
}

/** @param {Context} context @returns {Promise<Outcome>} */
async function build({ root, progress }) {
  try {
    await prepare({ root, build: true, progress });
    return verdict(undefined, '');
  } catch (error) {
    return verdict('failed', /** @type {Error} */ (error).message);
  }
}

/** @param {Context} context @returns {Promise<Outcome>} */
function start(context) {
  return inBrowser(context, 'e2e/start.config.ts', 'start.json');
}

/** @param {Context} context @returns {Promise<Outcome>} */
function browser(context) {
  return inBrowser(context, 'e2e/playwright.config.ts', 'playwright.json');
}

/** @param {Context} context @returns {Promise<Outcome>} */
function sweeps(context) {
  return inBrowser(context, 'e2e/sweeps.config.ts', 'sweeps.json');
}

/** @param {Context} context @returns {Promise<Outcome>} */
function long(context) {
  return inBrowser(context, 'e2e/long.config.ts', 'long.json');
}

/** @param {Context} context @param {string} config @param {string} reportName @returns {Promise<Outcome>} */
async function inBrowser({ root, node, progress, args }, config, reportName) {
  const chromium = findChromium(progress);
  if ('missing' in chromium) return verdict('not run', chromium.missing);
  const env = { CHROMIUM: chromium.path, CHROMIUM_SHELL: findShell(chromium.path, progress) };
  const report = freshReport(root, reportName);
  // Nobody looks at such a run: what fails in it is tried once more, and named if it passes then.
  const again = process.env.CI === 'true' ? ['--retries=1'] : [];
  const options = ['test', '--config', config, ...again, ...args];
  const { how, output } = await runTool({ root, node, tool: 'playwright', args: options, show: false, env });
  const { stats, suites } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, suites: [] };
  for (const title of flakyOf(suites)) progress(`Passed only when it was tried again: ${title}`);
  // What did not run proves nothing.
  return counted(stats.expected + stats.flaky, stats.unexpected + stats.skipped, how, output);
}

/**
 * The titles of what passed at a second try only, in a report of Playwright.
 *
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite
 * @param {Suite[]} suites
 * @returns {string[]}
 */
export function flakyOf(suites) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map((spec) => `${title} ${spec.title}`),
    ...flakyOf(inner),
  ]);
}

/**
 * A run that fails without a failed test (a file that cannot be loaded, a setup that breaks) or in which no test ran has failed all the same.
 *
 * @param {number} passed
 * @param {number} failed
 * @param {string | undefined} how
 * @param {string} output
 * @returns {Outcome}
 */
export function counted(passed, failed, how, output) {
  const broken = failed === 0 && (how !== undefined || passed === 0);
  return { passed, failed: broken ? 1 : failed, output };
}

/** @param {string} root @param {string} name */
function freshReport(root, name) {
  mkdirSync(join(root, '.parley'), { recursive: true });
  const path = join(root, '.parley', name);
  rmSync(path, { force: true });
  return path;
}

/** @param {Outcome[]} outcomes @returns {Outcome} */
function sum(outcomes) {
  const add = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return {
    passed: add('passed'),
    failed: add('failed'),
    output: outcomes
      .map(({ output }) => output)
      .filter(Boolean)
      .join('\n'),
  };
}
