import { FLOORS, MAY_IMPORT, OPEN_SCRIPTS, SETTINGS_FILES, WIRING } from './floors.mjs';
import { cyclesIn, importsOf, resolveImport } from './imports.mjs';

const FLOOR_OF = new Map(FLOORS.flatMap((modules, floor) => modules.map((name) => /** @type {const} */ ([name, floor]))));

/**
 * Checks who imports whom.
 *
 * @param {{ sources: Map<string, string>, files: Set<string> }} project sources: what is parsed, by path relative to the root;
 *   files: every file an import may name (styles and pictures too)
 * @returns {Promise<{ modules: number, violations: string[] }>}
 */
export async function checkBoundaries({ sources, files }) {
  const violations = [...sources.keys()].flatMap(misplaced);
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const [path, source] of sources) {
    const targets = new Set();
    graph.set(path, targets);
    for (const { specifier, line, erased } of await importsOf(path, source)) {
      const target = resolveImport(path, specifier, files);
      if (target === undefined) continue;
      // A circle of types alone is erased before anything is loaded; the floors hold for types as well.
      if (sources.has(target.path) && !erased) targets.add(target.path);
      const reason = target.exists ? forbidden(path, target.path) : `imports ${specifier}, which does not exist`;
      if (reason !== undefined) violations.push(`${path}:${line} ${reason}`);
    }
  }
  for (const cycle of cyclesIn(graph)) violations.push(`import each other in a circle: ${cycle.join(', ')}`);
  return { modules: sources.size, violations };
}

/** @param {string} path @returns {string[]} */
function misplaced(path) {
  const [workspace = '', source, entry, ...rest] = path.split('/');
  if (!(workspace in MAY_IMPORT)) return [`${path} lies in ${workspace}, which has no place in scripts/floors.mjs`];
  if (workspace !== 'server' || source !== 'src' || entry === undefined) return [];
  if (rest.length > 0) return FLOOR_OF.has(entry) ? [] : [`${path} lies in the module ${entry}, which has no place in scripts/floors.mjs`];
  const known = [...WIRING, ...SETTINGS_FILES].includes(entry) || isTest(path);
  return known ? [] : [`${path} belongs to no module; beside the modules stand only ${[...WIRING, ...SETTINGS_FILES].join(', ')}`];
}

/** @param {string} from @param {string} to @returns {string | undefined} why it may not */
function forbidden(from, to) {
  const [a = '', b = ''] = [workspaceOf(from), workspaceOf(to)];
  if (a !== b) return foreignWorkspace(from, to);
  if (a === 'server') return serverRule(from, to);
  if (a === 'web') return webRule(from, to);
  return undefined;
}

/** @param {string} from @param {string} to */
function foreignWorkspace(from, to) {
  const [a, b] = [workspaceOf(from), workspaceOf(to)];
  const allowed = /** @type {Record<string, string[]>} */ (MAY_IMPORT)[a];
  if (allowed === undefined) return `lies in ${a}, which has no place in scripts/floors.mjs`;
  if (allowed.includes(b)) return undefined;
  // The starter's tests compare it with the server; the server's tests start their database with the starter's means.
  if (isTest(from) && ((a === 'scripts' && b === 'server') || (a === 'server' && b === 'scripts'))) return undefined;
  if (a === 'server' && OPEN_SCRIPTS.includes(to)) return undefined;
  return `imports ${to}: ${a} may not import ${b}`;
}

/** @param {string} from @param {string} to */
function serverRule(from, to) {
  if (isTest(from)) return undefined;
  if (isTest(to)) return `imports ${to}, which only tests may`;
  const [source, target] = [moduleOf(from), moduleOf(to)];
  if (isSettings(from)) return isSettings(to) ? undefined : `imports ${to}: the settings import nothing of ours`;
  if (source === undefined || isSettings(to)) return undefined;
  if (target === undefined) return `imports ${to}: a module does not know how it is wired`;
  if (source.name === target.name && source.part === target.part) return undefined;
  if (source.name === target.name) return target.part === undefined ? undefined : doorRule(to, target);
  const [mine, theirs] = [FLOOR_OF.get(source.name), FLOOR_OF.get(target.name)];
  if (mine === undefined || theirs === undefined) return undefined;
  if (theirs >= mine) return `imports ${to}: ${source.name} does not stand above ${target.name}`;
  return target.name === 'platform' ? undefined : doorRule(to, target);
}

/** @param {string} path */
const isSettings = (path) => SETTINGS_FILES.some((name) => path === `server/src/${name}`);

/** @param {string} to @param {{ name: string, part: string | undefined }} target */
function doorRule(to, { name, part }) {
  const folder = part === undefined ? name : `${name}/${part}`;
  const doors = [`server/src/${folder}/index.ts`, `server/src/${name}/index.ts`];
  return doors.includes(to) ? undefined : `imports ${to}: only through ${folder}/index.ts`;
}

/**
 * Each channel is a module of its own inside `channels`; they do not see into each other.
 *
 * @param {string} path
 * @returns {{ name: string, part: string | undefined } | undefined}
 */
function moduleOf(path) {
  const [, source, name, second, ...rest] = path.split('/');
  if (source !== 'src' || name === undefined || second === undefined) return undefined;
  return { name, part: name === 'channels' && rest.length > 0 ? second : undefined };
}

/** @param {string} from @param {string} to */
function webRule(from, to) {
  const [source, target] = [featureOf(from), featureOf(to)];
  if (target === undefined) return undefined;
  if (from.startsWith('web/src/ui/')) return `imports ${to}: the kit knows no feature`;
  if (source === undefined || source === target || /^web\/src\/features\/[^/]+\/public\.tsx?$/.test(to)) return undefined;
  return `imports ${to}: another feature only through its public.ts`;
}

/** @param {string} path */
function featureOf(path) {
  return /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** @param {string} path */
function workspaceOf(path) {
  return path.split('/')[0] ?? '';
}

/** @param {string} path */
function isTest(path) {
  return /\.(test|long)\.(tsx?|mjs)$/.test(path) || path.startsWith('server/test/') || path.startsWith('web/test/');
}
