import { readdirSync, readFileSync } from 'node:fs';
import { problems } from '@parley/contract';
import { bg } from '@parley/contract/text/bg/catalogue';
import { en } from '@parley/contract/text/en/catalogue';
import { later } from '@parley/contract/text/en/later';
import { describe, expect, it } from 'vitest';

const catalogues: Record<string, Record<string, string>> = { en, bg };
const keys = Object.keys(en);
const PLURAL = /_(zero|one|two|few|many|other)$/;
const stemOf = (key: string) => key.replace(PLURAL, '');
const paramsOf = (pattern: string) => [...pattern.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();

const repository = new URL('../../', import.meta.url);
const isSource = (file: string) => /\.(ts|tsx|js)$/.test(file) && !/\.(test|testing)\.tsx?$/.test(file);

/** Everything that may use a text: the sources of all parts, without tests and without the catalogue itself. */
function sources(): { file: string; source: string }[] {
  return ['web/src', 'widget/src', 'sandbox/src', 'server/src', 'contract/src'].flatMap((folder) => {
    const files = readdirSync(new URL(`${folder}/`, repository), { recursive: true, encoding: 'utf8' });
    return files
      .map((name) => `${folder}/${name}`)
      .filter((file) => isSource(file) && !file.startsWith('contract/src/text/'))
      .map((file) => ({ file, source: readFileSync(new URL(file, repository), 'utf8') }));
  });
}

/** Of the web application: what comes together with the words of `later`. */
const comesLater =
  /^web\/src\/((features\/(administration|super-admin|profile|communications\/customer)|forms|ui\/list|mock)\/|commands\/(command-table|CommandPalette|ShortcutsDialog|SingleKeysSwitch|PeopleInPalette)\.)/;

it('what stands on every page is said before the words of the other pages come', () => {
  const early = sources().filter(({ file }) => file.startsWith('web/src/') && !comesLater.test(file));
  expect(early.length).toBeGreaterThan(50);
  const said = early.flatMap(({ file, source }) => [...source.matchAll(/'([A-Z][A-Z_0-9]+)'/g)].map(([, key = '']) => ({ file, key })));
  expect(said.filter(({ key }) => key in later || `${key}_other` in later)).toEqual([]);
});

describe('both languages', () => {
  it('have the same keys, each with a text', () => {
    expect(Object.keys(bg).toSorted()).toEqual(keys.toSorted());
    for (const texts of Object.values(catalogues)) expect(Object.entries(texts).filter(([, pattern]) => pattern.trim() === '')).toEqual([]);
  });

  it('put the same params into a text', () => {
    const differing = keys.filter((key) => String(paramsOf(en[key as keyof typeof en])) !== String(paramsOf(bg[key as keyof typeof bg])));
    expect(differing).toEqual([]);
  });

  it('close every brace that they open', () => {
    const open = (pattern: string) => /[{}]/.test(pattern.replace(/\{\w+\}/g, ''));
    for (const texts of Object.values(catalogues)) expect(Object.keys(texts).filter((key) => open(texts[key] ?? ''))).toEqual([]);
  });

  it.each(Object.keys(catalogues))('have every plural form that %s knows, each with its number', (language) => {
    const texts = catalogues[language] ?? {};
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const plurals = Object.keys(texts).filter((key) => PLURAL.test(key));
    expect(plurals.length).toBeGreaterThan(0);
    for (const key of plurals) {
      const present = plurals.filter((other) => stemOf(other) === stemOf(key)).map((other) => other.slice(stemOf(key).length + 1));
      expect([key, present.toSorted()]).toEqual([key, forms]);
      expect([key, paramsOf(texts[key] ?? '')]).toEqual([key, expect.arrayContaining(['count'])]);
    }
  });

  it('name only brands alike', () => {
    const words = (pattern: string) => pattern.replace(/\{\w+\}/g, '');
    const untranslated = keys.filter((key) => {
      const pattern = words(bg[key as keyof typeof bg]);
      return /\p{L}/u.test(pattern) && !/\p{Script=Cyrillic}/u.test(pattern);
    });
    expect([...new Set(untranslated.map((key) => bg[key as keyof typeof bg]))].toSorted()).toEqual([
      'Messenger',
      'Parley',
      'SMS',
      'Viber',
      'WhatsApp',
    ]);
  });

  it('abbreviate the second one way in Bulgarian, and double no ending', () => {
    for (const [key, pattern] of Object.entries(bg)) {
      expect([key, pattern]).toEqual([key, expect.not.stringMatching(/\{seconds\}(?! сек\.)|\([аоия]\)|\(ла\)/)]);
    }
  });
});

describe('the sources', () => {
  const all = sources();
  const used = new Set(all.flatMap(({ source }) => source.match(/[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+/g) ?? []));

  it('use every text', () => {
    expect(all.length).toBeGreaterThan(100);
    // Why a message was not delivered: the key is put together from the reason that the server stores.
    const asUsed = (stem: string) => stem.replace(/^COMMUNICATIONS_MESSAGE_FAILED_REASON_(?!DEFAULT$)/, '');
    expect([...new Set(keys.map(stemOf))].filter((stem) => !used.has(asUsed(stem)))).toEqual([]);
  });

  it('use no key that the catalogue does not have', () => {
    const stems = new Set(keys.map(stemOf));
    const families =
      /'((?:COMMUNICATIONS?|FRAME|FORM|LIST|ADMINISTRATION|USERS|AUDIT|FEATURE|WIDGET|SIGN_IN|ERROR|WEBSOCKET|ASSIGN_REASON|QUEUE_REASON)_[A-Z0-9_]*[A-Z0-9])'/g;
    const unknown = all.flatMap(({ file, source }) =>
      [...source.matchAll(families)].filter(([, key = '']) => !stems.has(key)).map(([, key]) => `${key} in ${file}`),
    );
    expect(unknown).toEqual([]);
  });

  it('refuse with keys of the catalogue', () => {
    expect(Object.keys(problems).filter((key) => !keys.includes(key))).toEqual([]);
  });
});
