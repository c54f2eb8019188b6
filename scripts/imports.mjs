import { posix } from 'node:path';

/**
 * erased: `import type` and its like, of which nothing is left at run time.
 *
 * @typedef {{ specifier: string, line: number, erased: boolean }} Import
 */

/**
 * Every module a source names: imports, re-exports, `import()` and the type form of it, type-only ones included.
 *
 * @param {string} path its ending says the language
 * @param {string} source
 * @returns {Promise<Import[]>}
 * @throws {Error} when the source cannot be parsed, since an unread file would pass every check
 */
export async function importsOf(path, source) {
  const { parseSync, Visitor } = await import('oxc-parser');
  const { program, module, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  /** @type {Import[]} */
  const found = [];
  /** @param {string} specifier @param {number} offset @param {boolean} [erased] */
  const add = (specifier, offset, erased = /^(import|export)\s+type\s+[{*\w]/.test(source.slice(offset, offset + 40))) =>
    found.push({ specifier, line: source.slice(0, offset).split('\n').length, erased });
  for (const { moduleRequest, start } of module.staticImports) add(moduleRequest.value, start);
  for (const { entries, start } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request) add(request.value, start);
  }
  new Visitor({
    ImportExpression: ({ source: asked, start }) => {
      if (asked.type === 'Literal' && typeof asked.value === 'string') add(asked.value, start, false);
    },
    TSImportType: ({ source: asked, start }) => add(asked.value, start, true),
  }).visit(program);
  return found;
}

/**
 * The file of ours that a specifier means.
 *
 * @param {string} from the importing file, relative to the root
 * @param {string} specifier
 * @param {{ has: (path: string) => boolean }} files all files of ours
 * @returns {{ path: string, exists: boolean } | undefined} undefined for a library
 */
export function resolveImport(from, specifier, files) {
  const bare = specifier.split('?')[0] ?? specifier;
  const own = /^@parley\/([a-z-]+)(?:\/(.+))?$/.exec(bare);
  if (own) {
    const path = `${own[1]}/src/${own[2] ?? 'index'}.ts`;
    return { path, exists: files.has(path) };
  }
  if (!bare.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(from), bare);
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`];
  const found = candidates.find((candidate) => files.has(candidate));
  return { path: found ?? path, exists: found !== undefined };
}

/**
 * Groups of files that import each other in a circle.
 *
 * @param {Map<string, Set<string>>} graph who imports whom
 * @returns {string[][]} each circle's files, sorted
 */
export function cyclesIn(graph) {
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];
  /** @param {string} node */
  const visit = (node) => {
    const mine = { index: seen.size, low: seen.size, open: true };
    seen.set(node, mine);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const other = seen.get(next) ?? visit(next);
      if (other.open) mine.low = Math.min(mine.low, other.low);
    }
    if (mine.low === mine.index) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) /** @type {{ open: boolean }} */ (seen.get(member)).open = false;
      if (group.length > 1 || graph.get(node)?.has(node)) cycles.push(group.sort());
    }
    return mine;
  };
  for (const node of graph.keys()) if (!seen.has(node)) visit(node);
  return cycles;
}
