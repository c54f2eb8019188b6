import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findShell } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { afterSecondTry, endsInPlaywright, endsInVitest, failedFiles, isPassed } from './test-ends.mjs';
import { runNode, runTool } from './tool.mjs';
import { commitOf, inTurn, withinTime } from './within-time.mjs';

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 * @typedef {{ root: string, node: string, progress: (text: string) => void, args: string[], endsAt?: number }} Context args: further words, for instance a file's name;
 * endsAt: by then nothing more is begun, by the clock
 * @typedef {{ name: string, what: string, fast: boolean, until?: number, run: (context: Context) => Promise<Outcome> }} TestPart until: of the time of all long tests
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
  { name: 'access', what: 'who may call and see what, by every route and frame', fast: false, run: access },
  { name: 'start', what: 'starts, stops and kills', fast: false, run: start },
  { name: 'browser', what: 'browser tests', fast: false, run: browser },
];

/** What `npm run test:long` runs beside them.
 * @type {TestPart[]} */
export const LONG = [
  { name: 'workers', what: 'killed workers, fuzz, plans', fast: false, until: 13 / 40, run: workers },
  { name: 'sweeps', what: 'whole walks, and every screen in every look', fast: false, until: 30 / 40, run: sweeps },
  { name: 'long', what: 'storms, kills, damage, backups, upgrades', fast: false, until: 1, run: long },
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

/** Three files that ask for everything that there is, as everybody: as long as all others together, and seldom the first to tell of a fault. */
const ACCESS = ['access', 'access-visitors', 'sight'];

/** @param {Context} context @returns {Promise<Outcome>} */
function unit(context) {
  const asked = context.args.some((word) => ACCESS.some((name) => word.endsWith(`src/${name}.test.ts`)));
  return inNode(context, asked ? [] : [`--exclude=**/src/{${ACCESS}}.test.ts`], 'vitest.json');
}

/** @param {Context} context @returns {Promise<Outcome>} */
function access(context) {
  return inNode(context, ['--project=server', ...ACCESS.map((name) => `server/src/${name}.test.ts`)], 'access.json');
}

/** So many files at most are run once more: where more fail it is no matter of luck. */
const MOST_AGAIN = 8;

/** Nobody looks at such a run: what fails in it is tried once more, and named if it passes then. @param {readonly string[]} failed files */
const isTriedAgain = (failed) => process.env.CI === 'true' && failed.length > 0 && failed.length <= MOST_AGAIN;

/** @param {Context} context @param {string[]} settings @param {string} reportName @returns {Promise<Outcome>} */
async function inNode(context, settings, reportName) {
  const first = await inVitest(context, reportName, [...settings, ...context.args]);
  const failed = failedFiles(first.ends);
  if (!isTriedAgain(failed)) return countedEnds(first.ends, first.how, first.output);
  return secondTry(context, first, failed, () => inVitest(context, reportName, [...settings, ...failed]));
}

/**
 * @typedef {{ ends: import('./test-ends.mjs').TestEnd[], how: string | undefined, output: string }} Ended
 *
 * @param {Context} context
 * @param {Ended} first
 * @param {readonly string[]} failed
 * @param {() => Promise<Ended>} again
 * @returns {Promise<Outcome>}
 */
async function secondTry({ progress }, first, failed, again) {
  console.log(first.output.trimEnd());
  progress(`Tried again: ${failed.join(', ')}`);
  const second = await again();
  const { ends, flaky } = afterSecondTry(first.ends, second.ends);
  for (const title of flaky) progress(`Passed only when it was tried again: ${title}`);
  return countedEnds(ends, second.how, second.output);
}

/** @param {Context} context @param {string} reportName @param {readonly string[]} args @returns {Promise<Ended>} */
async function inVitest({ root, node }, reportName, args) {
  const report = freshReport(root, reportName);
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args];
  const { how, output } = await runTool({ root, node, tool: 'vitest', args: options, show: false });
  return { ends: endsInVitest(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []), how, output };
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
function workers(context) {
  const files = filesBelow(context.root, 'server', (path) => path.endsWith('.long.ts'));
  return asTimeAllows(context, { files, portion: 12 }, (some, options) =>
    inNode(
      { ...context, args: [...some.map((file) => file.slice('server/'.length)), ...options] },
      ['--root=server', '--config=long.config.ts'],
      'workers.json',
    ),
  );
}

/** @param {Context} context @returns {Promise<Outcome>} */
function sweeps(context) {
  const files = filesBelow(context.root, 'e2e', (path) => path.endsWith('.test.ts') && /\bSWEEP\b/.test(readFileSync(path, 'utf8')));
  return asTimeAllows(context, { files, portion: 18 }, (some, options) =>
    inBrowser({ ...context, args: [...asPatterns(some), ...options] }, 'e2e/sweeps.config.ts', 'sweeps.json'),
  );
}

/** @param {Context} context @returns {Promise<Outcome>} */
function long(context) {
  const files = filesBelow(context.root, 'e2e', (path) => path.endsWith('.long.ts'));
  return asTimeAllows(context, { files, portion: 1 }, (some, options) =>
    inBrowser({ ...context, args: [...asPatterns(some), ...options] }, 'e2e/long.config.ts', 'long.json'),
  );
}

/** As Playwright is told of files: by what their paths end with. @param {readonly string[]} files */
const asPatterns = (files) => files.map((file) => `/${file.replaceAll('.', '\\.')}$`);

/**
 * Of a part of the long tests all that was asked for, or as much as there is time for.
 *
 * @param {Context} context
 * @param {{ files: readonly string[], portion: number }} what
 * @param {(files: readonly string[], options: readonly string[]) => Promise<Outcome>} run
 * @returns {Promise<Outcome>}
 */
async function asTimeAllows(context, { files, portion }, run) {
  const { root, args, endsAt = Number.POSITIVE_INFINITY, progress } = context;
  const wanted = args.filter((word) => !word.startsWith('-'));
  const named = wanted.length === 0 ? files : files.filter((file) => wanted.some((word) => file.includes(word)));
  const options = args.filter((word) => word.startsWith('-'));
  if (named.length === 0) return verdict('not run', `No file is called ${wanted.join(', ')}.`);
  const size = endsAt === Number.POSITIVE_INFINITY ? named.length : portion;
  const turn = {
    files: inTurn(named, commitOf(root)),
    portion: size,
    endsAt,
    run: (/** @type {readonly string[]} */ some) => run(some, options),
  };
  const { outcomes, left } = await withinTime(turn);
  if (left.length > 0) progress(`Left for another time, since this one is over: ${left.join(', ')}`);
  return sum(outcomes);
}

/** @param {string} root @param {string} folder @param {(path: string) => boolean} isWanted @returns {string[]} paths from the root, in their order */
function filesBelow(root, folder, isWanted) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('node_modules') && /\.ts$/.test(path) && isWanted(join(root, folder, path)))
    .map((path) => `${folder}/${path}`)
    .sort();
}

/** @param {Context} context @param {string} config @param {string} reportName @returns {Promise<Outcome>} */
async function inBrowser(context, config, reportName) {
  const chromium = findChromium(context.progress);
  if ('missing' in chromium) return verdict('not run', chromium.missing);
  const env = { CHROMIUM: chromium.path, CHROMIUM_SHELL: findShell(chromium.path, context.progress) };
  const first = await inPlaywright(context, config, reportName, env, context.args);
  const failed = failedFiles(first.ends);
  if (!isTriedAgain(failed)) return countedEnds(first.ends, first.how, first.output);
  // Alone, and in a product made anew.
  const files = failed.map((file) => `/${file.replaceAll('.', '\\.')}$`);
  return secondTry(context, first, failed, () => inPlaywright(context, config, reportName, env, ['--workers=1', ...files]));
}

/**
 * @param {Context} context
 * @param {string} config
 * @param {string} reportName
 * @param {Record<string, string>} env
 * @param {readonly string[]} args
 * @returns {Promise<Ended>}
 */
async function inPlaywright({ root, node }, config, reportName, env, args) {
  const report = freshReport(root, reportName);
  const { how, output } = await runTool({ root, node, tool: 'playwright', args: ['test', '--config', config, ...args], show: false, env });
  return { ends: endsInPlaywright(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).suites : []), how, output };
}

/** @param {readonly import('./test-ends.mjs').TestEnd[]} ends @param {string | undefined} how @param {string} output */
function countedEnds(ends, how, output) {
  const passed = ends.filter(isPassed).length;
  return counted(passed, ends.length - passed, how, output);
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
