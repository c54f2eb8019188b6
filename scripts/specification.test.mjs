import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

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

/** @param {string} cell */
const titlesOf = (cell) => [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));

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
 * What is wrong with a row beside its id.
 *
 * @param {ReturnType<typeof rowsOf>[number]} row
 * @param {(path: string) => string | null} read the text of a file of the project, null when there is none
 */
function faultsOf(row, read) {
  if (row.columns !== 5) return ['a row has five columns'];
  const faults = [stateFault(row.state)];
  if (row.requirement === '') faults.push('it asks for nothing');
  const files = [...filesOf(row.where), ...filesOf(row.proof)];
  for (const file of files) if (read(file) === null) faults.push(`${file} does not exist`);
  for (const { file, title } of titlesOf(row.proof)) {
    if (read(file)?.includes(title) === false) faults.push(`${file} has no test "${title}"`);
  }
  if (row.state.startsWith('waits')) {
    if (row.where !== NOTHING || row.proof !== NOTHING) faults.push('what waits is nowhere and is proven by nothing');
  } else {
    if (filesOf(row.where).length === 0) faults.push('it names no file that does it');
    const proof = filesOf(row.proof);
    if (proof.length === 0 && !/^(done, )?no test yet$/.test(row.proof)) faults.push('it names neither a test nor that there is none');
    for (const file of proof) if (!/\.test\.(ts|tsx|mjs)$/.test(file)) faults.push(`${file} is no test`);
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
const readProject = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);

describe('docs/specification.md', () => {
  const rows = rowsOf(readFileSync(join(root, 'docs/specification.md'), 'utf8'));

  it('has every section of both documents, with ids that are unique and ascending', () => {
    expect(idFaults(rows)).toEqual([]);
    const sections = new Set(rows.map(({ id }) => id.split('.')[0]));
    expect([...sections]).toEqual([...'CA'].flatMap((document) => [...'123456789'].map((section) => document + section)));
  });

  it('names files and tests that exist, and states that are allowed', () => {
    const faults = rows.flatMap((row) => faultsOf(row, readProject).map((fault) => `line ${row.line}, ${row.id}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

describe('the watch over it', () => {
  /** @param {string} path */
  const read = (path) => (path === 'a.ts' ? '' : path === 'a.test.ts' ? "it('does it')" : null);
  /** @param {string} line */
  const faults = (line) => rowsOf(line).flatMap((row) => faultsOf(row, read));

  it('lets pass what is right', () => {
    expect(faults('| C1.1 | It works. | `a.ts` | `a.test.ts` “does it” | done |')).toEqual([]);
    expect(faults('| C1.1 | It works. | `a.ts` | done, no test yet | part: half; the rest is missing |')).toEqual([]);
    expect(faults('| C1.1 | It works. | — | — | waits: e-mail |')).toEqual([]);
  });

  it.each([
    ['a file that is not there', '| C1.1 | It. | `b.ts` | `a.test.ts` | done |', 'b.ts does not exist'],
    ['a test that is not there', '| C1.1 | It. | `a.ts` | `a.test.ts` “does that” | done |', 'a.test.ts has no test "does that"'],
    ['a proof that is no test', '| C1.1 | It. | `a.ts` | `a.ts` | done |', 'a.ts is no test'],
    ['no proof and no word of it', '| C1.1 | It. | `a.ts` | — | done |', 'it names neither a test nor that there is none'],
    ['a state of its own', '| C1.1 | It. | `a.ts` | `a.test.ts` | nearly |', '"nearly" is no state'],
    ['an unknown capability', '| C1.1 | It. | — | — | waits: rain |', '"waits: rain" is no state'],
    ['a bar too many', '| C1.1 | It | so. | — | — | waits: e-mail |', 'a row has five columns'],
  ])('catches %s', (_, line, fault) => {
    expect(faults(line)).toContain(fault);
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
