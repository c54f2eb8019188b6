import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testTitlesOf } from './test-titles.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What rows may wait for. */
const CAPABILITIES = new Set([
  'reliability and files',
  'getting in, people and the frame',
  'queues and timeslots',
  'colleagues, drafts and history',
  'conversations complete',
  'supervision and reconnect at scale',
  'channel frame, SMS and Viber',
  'e-mail',
  'WhatsApp and Messenger',
  'flows and bots',
  'contacts and search',
  'tags',
  'knowledge',
  'tickets',
  'broadcasts',
  'quality (evaluations, violations)',
  'reports and dashboard',
  'telephony',
  'remaining administration',
]);
const NOTHING = '—';
/** Begins, at the end of a proof, why no test can show it (or all of it), and where it is seen in the source instead. */
const BY_READING = 'shown by reading: ';

/**
 * The rows of a ledger, each with its line's number.
 *
 * @param {string} text
 */
function rowsOf(text) {
  return text.split('\n').flatMap((line, at) => {
    if (!/^\| (?!Id |--- )/.test(line)) return [];
    const cells = line.split('|').map((cell) => cell.trim());
    const [, id = '', requirement = '', where = '', proof = '', state = ''] = cells;
    return [{ line: at + 1, columns: cells.length - 2, id, requirement, where, proof, state }];
  });
}

/** @param {string} cell */
const filesOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/**
 * The parts of a proof: tests by file and title, and what is shown by reading. Null when it is written otherwise.
 *
 * @param {string} proof
 */
function partsOf(proof) {
  const [tests = '', reading = null, ...more] = proof.split(new RegExp(`(?:^|; )${BY_READING}`));
  if (more.length > 0 || reading === '') return null;
  const cited = tests === '' ? [] : tests.split(/; (?=`)/).map((part) => /^`([^`]+)` “([^”]+)”$/.exec(part));
  const named = cited.flatMap((match) => (match === null ? [] : [{ file: match[1] ?? '', title: match[2] ?? '' }]));
  return named.length < cited.length ? null : { tests: named, reading };
}

/**
 * What is wrong with a state, or null.
 *
 * @param {string} state
 */
function stateFault(state) {
  if (state === 'done' || /^part: \S/.test(state)) return null;
  const waits = /^waits: (.+)$/.exec(state);
  return waits !== null && CAPABILITIES.has(waits[1] ?? '') ? null : `"${state}" is no state`;
}

/**
 * What is wrong with how a row is proven.
 *
 * @param {ReturnType<typeof rowsOf>[number]} row
 * @param {(path: string) => string[]} titles of the tests of a file
 */
function proofFaults({ proof, state }, titles) {
  if (proof === 'no test yet') return state === 'done' ? ['it is done and nothing proves it'] : [];
  const parts = partsOf(proof);
  if (parts === null) return ['its proof is neither tests with their titles nor "no test yet"'];
  const faults = [];
  if (parts.tests.length === 0 && parts.reading === null) faults.push('it names neither a test nor that there is none');
  for (const { file, title } of parts.tests) {
    if (!/\.(test|long)\.(ts|tsx|mjs)$/.test(file)) faults.push(`${file} is no test`);
    else if (!titles(file).some((one) => isTitle(one, title))) faults.push(`${file} has no test "${title}"`);
  }
  return faults;
}

/**
 * A title is quoted whole; of one that is filled in, a part between two fillings.
 *
 * @param {string} title
 * @param {string} quoted
 */
const isTitle = (title, quoted) => title === quoted || (title.includes('…') && title.split('…').some((part) => part.trim() === quoted));

/**
 * What is wrong with a row beside its id.
 *
 * @param {ReturnType<typeof rowsOf>[number]} row
 * @param {(path: string) => boolean} exists whether the project has such a file
 * @param {(path: string) => string[]} titles of the tests of a file
 */
function faultsOf(row, exists, titles) {
  if (row.columns !== 5) return ['a row has five columns'];
  const faults = [stateFault(row.state)];
  if (row.requirement === '') faults.push('it asks for nothing');
  for (const file of [...filesOf(row.where), ...filesOf(row.proof)].filter((name) => /[/.]/.test(name))) {
    if (!exists(file)) faults.push(`${file} does not exist`);
  }
  if (row.state.startsWith('waits')) {
    if (row.where !== NOTHING || row.proof !== NOTHING) faults.push('what waits is nowhere and is proven by nothing');
  } else {
    if (filesOf(row.where).length === 0) faults.push('it names no file that does it');
    faults.push(...proofFaults(row, titles));
  }
  return faults.filter((fault) => fault !== null);
}

/**
 * Faults in the order and uniqueness of ids: documents one after the other, sections ascending, numbers from 1 without a hole.
 *
 * @param {ReadonlyArray<{ id: string }>} rows
 */
function idFaults(rows) {
  const faults = [];
  let [document, section, number] = ['', 0, 0];
  const closed = new Set();
  for (const { id } of rows) {
    const parts = /^([CA])([1-9])\.([1-9]\d*)$/.exec(id);
    if (parts === null) {
      faults.push(`"${id}" is no id`);
      continue;
    }
    const now = { document: parts[1] ?? '', section: Number(parts[2]), number: Number(parts[3]) };
    if (now.document !== document) {
      if (closed.has(now.document)) faults.push(`${id} stands apart from its document`);
      closed.add(now.document);
      [document, section, number] = [now.document, 0, 0];
    }
    if (now.section !== section) {
      if (now.section !== section + 1) faults.push(`${id} does not follow section ${section}`);
      [section, number] = [now.section, 0];
    }
    if (now.number !== number + 1) faults.push(`${id} does not follow number ${number}`);
    number = now.number;
  }
  return faults;
}

/** @param {string} path */
const inProject = (path) => existsSync(join(root, path));

describe('docs/specification.md', () => {
  const rows = rowsOf(readFileSync(join(root, 'docs/specification.md'), 'utf8'));

  it('has every section of both documents, with ids that are unique and ascending', () => {
    expect(idFaults(rows)).toEqual([]);
    const sections = new Set(rows.map(({ id }) => id.split('.')[0]));
    expect([...sections]).toEqual([...'CA'].flatMap((document) => [...'123456789'].map((section) => document + section)));
  });

  it('names files and tests that exist, states that are allowed, and for whatever is done what proves it', async () => {
    const cited = new Set(rows.flatMap(({ proof }) => partsOf(proof)?.tests.map(({ file }) => file) ?? []));
    const present = [...cited].filter(inProject);
    const titles = new Map(
      await Promise.all(
        present.map(async (file) => /** @type {const} */ ([file, await testTitlesOf(file, readFileSync(join(root, file), 'utf8'))])),
      ),
    );
    const faults = rows.flatMap((row) =>
      faultsOf(row, inProject, (file) => titles.get(file) ?? []).map((fault) => `line ${row.line}, ${row.id}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

describe('the watch over it', () => {
  const titles = ['does it', 'is … and leads back', 'gives %s its due'];
  /** @param {string} line */
  const faults = (line) =>
    rowsOf(line).flatMap((row) =>
      faultsOf(
        row,
        (path) => ['a.ts', 'a.test.ts'].includes(path),
        (path) => (path === 'a.test.ts' ? titles : []),
      ),
    );

  it.each([
    '| C1.1 | It works. | `a.ts` | `a.test.ts` “does it” | done |',
    '| C1.1 | It works. | `a.ts` | `a.test.ts` “and leads back”; `a.test.ts` “gives %s its due” | done |',
    '| C1.1 | It works. | `a.ts` | `a.test.ts` “does it”; shown by reading: `a.ts` says 10; and `LIMIT` too | done |',
    '| C1.1 | It works. | `a.ts` | shown by reading: there is no layout in tests | done |',
    '| C1.1 | It works. | `a.ts` | no test yet | part: half; the rest is missing |',
    '| C1.1 | It works. | — | — | waits: e-mail |',
  ])('lets pass %s', (line) => {
    expect(faults(line)).toEqual([]);
  });

  it.each([
    ['a file that is not there', '| C1.1 | It. | `b.ts` | `a.test.ts` “does it” | done |', 'b.ts does not exist'],
    ['a test that is not there', '| C1.1 | It. | `a.ts` | `a.test.ts` “does that” | done |', 'a.test.ts has no test "does that"'],
    ['half a title', '| C1.1 | It. | `a.ts` | `a.test.ts` “does” | done |', 'a.test.ts has no test "does"'],
    ['a proof that is no test', '| C1.1 | It. | `a.ts` | `a.ts` “does it” | done |', 'a.ts is no test'],
    [
      'a test without its title',
      '| C1.1 | It. | `a.ts` | `a.test.ts` | done |',
      'its proof is neither tests with their titles nor "no test yet"',
    ],
    ['no proof and no word of it', '| C1.1 | It. | `a.ts` | — | done |', 'its proof is neither tests with their titles nor "no test yet"'],
    ['what is done without a proof', '| C1.1 | It. | `a.ts` | no test yet | done |', 'it is done and nothing proves it'],
    [
      'a reading that says nothing',
      '| C1.1 | It. | `a.ts` | shown by reading: | done |',
      'its proof is neither tests with their titles nor "no test yet"',
    ],
    ['a file that is read and not there', '| C1.1 | It. | `a.ts` | shown by reading: `b.ts` says so | done |', 'b.ts does not exist'],
    ['a state of its own', '| C1.1 | It. | `a.ts` | `a.test.ts` “does it” | nearly |', '"nearly" is no state'],
    ['an unknown capability', '| C1.1 | It. | — | — | waits: rain |', '"waits: rain" is no state'],
    ['a bar too many', '| C1.1 | It | so. | — | — | waits: e-mail |', 'a row has five columns'],
  ])('catches %s', (_, line, fault) => {
    expect(faults(line)).toContain(fault);
  });

  it('knows the titles of tests that run, and no others', async () => {
    const source = `
      describe('a group', () => {
        it('runs', () => {});
        it.each([1, 2])('runs for %i', () => {});
        test.each\`a\`('runs by a table', () => {});
        test(\`\${who} is led back to \${page}\`, () => {});
        it.skip('is skipped', () => {});
        it.todo('is to come');
        // it('is commented out', () => {});
        const title = "it('is a string', () => {})";
      });`;
    expect(await testTitlesOf('a.test.ts', source)).toEqual(['runs', 'runs for %i', 'runs by a table', '… is led back to …']);
    await expect(testTitlesOf('a.test.ts', 'it(')).rejects.toThrow('cannot be parsed');
  });

  it.each([
    ['a double', ['C1.1', 'C1.1']],
    ['a hole', ['C1.1', 'C1.3']],
    ['a section left out', ['C1.1', 'C3.1']],
    ['documents mixed', ['C1.1', 'A1.1', 'C2.1']],
    ['no id', ['C0.1']],
  ])('catches %s in the ids', (_, ids) => {
    expect(idFaults(ids.map((id) => ({ id })))).not.toEqual([]);
  });
});
