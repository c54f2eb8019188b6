import { readdirSync, readFileSync } from 'node:fs';
import { failureReasons, problems } from '@parley/contract';
import { bg } from '@parley/contract/text/bg/catalogue';
import { en } from '@parley/contract/text/en/catalogue';
import { later } from '@parley/contract/text/en/later';
import { room } from '@parley/contract/text/en/room';
import { describe, expect, it } from 'vitest';

const catalogues: Record<string, Record<string, string>> = { en, bg };
const keys = Object.keys(en);
/** Why a message was not delivered: a text for each reason. */
const REASON = 'COMMUNICATIONS_MESSAGE_FAILED_REASON_';
const reasonKeys = failureReasons.map((reason) => `${REASON}${reason}`);
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
  /^web\/src\/((features\/(administration|super-admin|profile|communications\/(bulk|composer\/email|customer|delivery|discussions|faces|group|narrow|others|said|scheduled|snooze|starting|transfer|views|why))|forms|ui\/list|mock|queues)\/|features\/notices\/(NotificationList|notification-words)\.|features\/communications\/(timeline\/(BelowButton|EmptyTalk|LiveWords|NotesLine|ReadersNames|SystemLines|TypingWords|WhyButton|copy-link|event-words|folded-words|use-history)|composer\/(Attachments|ComposerBar|DropSurface|KeptDrafts|LettersLeft|OtherDrafts|SmsParts|use-brought-files)|files\/(AbsentFile|FileCard|Lightbox|PicturePreview|uploads)|room\/(ColleaguesHeader|GoneRoom|TakeOthers)|rooms\/palette-rooms)\.|session\/WhyNot\.|frame\/(OfflineDialog|NoticePages|notice-routes)\.|commands\/(command-table|CommandPalette|ShortcutsDialog|SingleKeysSwitch|PeopleInPalette|RoomsInPalette|ColleagueDialog)\.)/;

/** And what comes together with the words of an open room, or after them. */
const comesWithRoom = /^web\/src\/features\/communications\/((timeline|composer|files)\/|room\/(?!room-part\.|RoomPlace\.|RoomSkeleton\.))/;

/** What the server names as a reason, and is only compared there: what says it comes later. */
const compared = new Set(['web/src/features/communications/state/pending.ts COLLEAGUE_ANSWERED']);

it.each([
  ['the other pages', later, (file: string) => comesLater.test(file)],
  ['an open room', room, (file: string) => comesLater.test(file) || comesWithRoom.test(file)],
])('what stands before them is said before the words of %s come', (_of, words, comesWithThem) => {
  const early = sources().filter(({ file }) => file.startsWith('web/src/') && !comesWithThem(file));
  expect(early.length).toBeGreaterThan(50);
  const said = early.flatMap(({ file, source }) => [...source.matchAll(/'([A-Z][A-Z_0-9]+)'/g)].map(([, key = '']) => ({ file, key })));
  expect(said.filter(({ file, key }) => (key in words || `${key}_other` in words) && !compared.has(`${file} ${key}`))).toEqual([]);
});

describe('both languages', () => {
  it('end with a full stop what a toast says', () => {
    // It heads the place too that could not be shown.
    const headings = new Set(['FRAME_AREA_BROKEN']);
    const calls = sources().flatMap(({ source }) =>
      [...source.matchAll(/\btoast(?:Success|Error)\(([^;]*?)\)[;,)\s]/gs)].map(([, call = '']) => call),
    );
    const said = new Set(calls.flatMap((call) => [...call.matchAll(/'([A-Z][A-Z_0-9]+)'/g)].map(([, key = '']) => key)));
    expect(said.size).toBeGreaterThan(60);
    for (const texts of Object.values(catalogues)) {
      const patterns = Object.entries(texts).filter(([key]) => said.has(stemOf(key)) && !headings.has(key));
      expect(patterns.filter(([, pattern]) => !/[.…]$/.test(pattern))).toEqual([]);
    }
  });

  it('have the same keys, each with a text', () => {
    expect(Object.keys(bg).toSorted()).toEqual(keys.toSorted());
    for (const texts of Object.values(catalogues)) expect(Object.entries(texts).filter(([, pattern]) => pattern.trim() === '')).toEqual([]);
  });

  it('hold what the specification names by its key, of all that is built', () => {
    const named = ['SUCCESS_DEFAULT', 'ERROR_DEFAULT_MESSAGE', 'WEBSOCKET_RECONNECT', 'WEBSOCKET_CONNECTED'].concat([
      'COMMUNICATIONS_MESSAGE_FAILED_STATUS',
      ...reasonKeys,
      'COMMUNICATIONS_MAIN_BODY_USER_DELETED',
      'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION',
      'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE',
      'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED',
      'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED',
    ]);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
    // And no reason that nobody gives.
    expect(keys.filter((key) => key.startsWith(REASON)).toSorted()).toEqual(reasonKeys.toSorted());
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
      // The question above the words of an action on many has the number.
      if (/_BULK_\w+_WORDS$|_BULK_GIVE_BACK$/.test(stemOf(key))) continue;
      expect([key, paramsOf(texts[key] ?? '')]).toEqual([key, expect.arrayContaining(['count'])]);
    }
  });

  it('speak of one where an action on many has one row alone', () => {
    const acts = [...new Set(keys.map(stemOf))].filter((stem) => /_BULK_\w+_WORDS$|_BULK_GIVE_BACK$/.test(stem));
    expect(acts.length).toBeGreaterThan(5);
    expect(acts.filter((stem) => !keys.includes(`${stem}_one`))).toEqual([]);
  });

  it('give a number that something counted follows the plural forms of it', () => {
    // Every param is known to be a number or not, so that a new one cannot pass unseen.
    const numbers = ['count', 'done', 'least', 'limit', 'minutes', 'most', 'n', 'number', 'read'].concat([
      'seconds',
      'size',
      'skill',
      'stayed',
      'total',
      'tries',
    ]);
    const others = [
      'account',
      'address',
      'after',
      'before',
      'browser',
      'by',
      'channel',
      'date',
      'day',
      'deed',
      'deeds',
      'device',
      'email',
      'error',
      'emoji',
      'filters',
      'event',
      'example',
      'field',
      'file',
      'from',
    ]
      .concat([
        'carrier',
        'host',
        'id',
        'kind',
        'language',
        'line',
        'name',
        'names',
        'part',
        'place',
        'queue',
        'reason',
        'types',
        'retry',
        'room',
        'service',
        'sign',
        'since',
        'site',
        'sound',
        'speed',
      ])
      .concat(['status', 'subject', 'summary', 'system', 'text', 'time', 'to', 'type', 'value', 'why', 'words', 'zone']);
    const known = new Set([...numbers, ...others]);
    const params = Object.values(catalogues).flatMap((texts) => Object.values(texts).flatMap(paramsOf));
    expect([...new Set(params)].filter((param) => !known.has(param ?? ''))).toEqual([]);
    // Units that have one form, and words between two numbers.
    const uncounted = /^(s|min|B|kB|MB|of|сек|мин|Б|КБ|МБ|от|done|more)$/u;
    // The number is a constant of the product and never one.
    const constants: readonly string[] = [
      'COMMUNICATIONS_FILES_TOO_MANY',
      'WIDGET_FILES_LIMIT',
      'WIDGET_TOO_LONG',
      'ERROR_TOO_LARGE',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_TOO_LONG',
      'SIGN_IN_NEW_PASSWORD_HINT',
      'LETTER_LOCKED',
      'TIMESLOTS_CLOCKS_FORWARD',
      'TIMESLOTS_CLOCKS_BACK',
    ];
    const counted = new RegExp(`\\{(?:${numbers.join('|')})\\}\\s(\\p{L}+)`, 'gu');
    for (const texts of Object.values(catalogues)) {
      const single = Object.entries(texts).filter(([key]) => !PLURAL.test(key) && !constants.includes(key));
      const wrong = single.filter(([, pattern]) => [...pattern.matchAll(counted)].some(([, word = '']) => !uncounted.test(word)));
      expect(wrong).toEqual([]);
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

  it('glue no text to another: none begins or ends with a space, and every bracket and quotation mark is closed', () => {
    const odd = (pattern: string) =>
      pattern !== pattern.trim() ||
      /^[,;:.)\]]|[([]$/.test(pattern) ||
      [...pattern.matchAll(/\(/g)].length !== [...pattern.matchAll(/\)/g)].length;
    for (const texts of Object.values(catalogues)) expect(Object.keys(texts).filter((key) => odd(texts[key] ?? ''))).toEqual([]);
  });

  it('have one dash, and the quotation marks of their language in pairs', () => {
    const marks = {
      en: { good: /^[^“”]*(“[^“”]*”[^“”]*)*$/, bad: /[—"„«»]| - / },
      bg: { good: /^[^„“]*(„[^„“]*“[^„“]*)*$/, bad: /[—"”«»‘’]| - / },
    };
    for (const [language, { good, bad }] of Object.entries(marks)) {
      const texts = catalogues[language] ?? {};
      expect(Object.entries(texts).filter(([, pattern]) => bad.test(pattern) || !good.test(pattern))).toEqual([]);
    }
  });

  it('address the reader with a capital letter in Bulgarian, and nobody as a friend', () => {
    const word = (...words: string[]) => new RegExp(`(?<!\\p{L})(${words.join('|')})(?!\\p{L})`, 'u');
    const polite = word('ви', 'вие', 'вас', 'вам', 'ваш\\p{L}*');
    const familiar = word(
      'ти',
      'теб',
      'твоя?т?',
      'твое',
      'твои',
      'опитай',
      'отбележи',
      'покажи',
      'пусни',
      'разреши',
      'натисни',
      'избери',
      'въведи',
    );
    const wrong = Object.entries(bg).filter(([, pattern]) => polite.test(pattern) || familiar.test(pattern.toLowerCase()));
    expect(wrong).toEqual([]);
  });

  it('call one thing by one name in Bulgarian', () => {
    const replaced = /кодове(те)? за възстановяване|билет|Собствено име|Фамилно име/i;
    expect(Object.entries(bg).filter(([, pattern]) => replaced.test(pattern))).toEqual([]);
  });
});

describe('the sources', () => {
  const all = sources();
  const used = new Set(all.flatMap(({ source }) => source.match(/[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+/g) ?? []));

  it('use every text', () => {
    expect(all.length).toBeGreaterThan(100);
    // Why a message was not delivered: the key is put together from the reason that the server stores.
    const isReason = (stem: string) => reasonKeys.includes(stem);
    // What could not be done: the key is put together from the operation's name, and `failures.test.ts` knows which there are.
    const stems = [...new Set(keys.map(stemOf))].filter((stem) => !stem.startsWith('FAILED_'));
    expect(stems.filter((stem) => !used.has(stem) && !isReason(stem))).toEqual([]);
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
