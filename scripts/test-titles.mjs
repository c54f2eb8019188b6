/** What stands in a title where the test fills something in. */
const FILLED = '…';

/**
 * The names from which a call is built, the outermost last: `it.each([…])` gives `it`, `each`.
 *
 * @param {import('oxc-parser').Expression | import('oxc-parser').Super} callee
 * @returns {string[]}
 */
function namesOf(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag);
  if (callee.type === 'MemberExpression' && !callee.computed) return [...namesOf(callee.object), callee.property.name];
  return [];
}

const ROOTS = new Set(['it', 'test']);
/** What makes of it no test, or one that does not run or is meant to fail. */
const NO_TEST = new Set(['describe', 'skip', 'todo', 'fixme', 'fails', 'fail', 'step', 'skipIf', 'runIf', 'use']);

/**
 * The titles of the tests of a file that run: of `it` and `test` with all their kinds, as they stand in the source, with `…`
 * where a template is filled in. Groups and tests that are skipped have none.
 *
 * @param {string} path decides how the source is read
 * @param {string} source
 * @returns {Promise<string[]>}
 * @throws {Error} when the source cannot be parsed
 */
export async function testTitlesOf(path, source) {
  const { parseSync, Visitor } = await import('oxc-parser');
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  /** @type {string[]} */
  const titles = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      const [root = '', ...kinds] = namesOf(callee);
      if (first === undefined || !ROOTS.has(root) || kinds.some((kind) => NO_TEST.has(kind))) return;
      if (first.type === 'Literal' && typeof first.value === 'string') titles.push(first.value);
      if (first.type === 'TemplateLiteral') titles.push(first.quasis.map(({ value }) => value.cooked ?? value.raw).join(FILLED));
    },
  }).visit(program);
  return titles;
}
