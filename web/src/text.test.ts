import { bg } from '@parley/contract/text/bg/catalogue';
import { en } from '@parley/contract/text/en/catalogue';
import { beforeAll, expect, it, vi } from 'vitest';
import { ApiProblem, problemText } from './api/api-problem.ts';
import {
  askedLanguage,
  chosenLanguage,
  roomText,
  setLanguage,
  showLanguage,
  showOwnLanguage,
  startText,
  text,
  textIfKnown,
} from './text.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(roomText);
});

it('says nothing where a page’s words are on their way, and then has them in every language', async () => {
  vi.resetModules();
  const fresh = await import('./text.ts');
  await fresh.startText();
  expect(fresh.text('USERS_NEW')).toBe('');
  await fresh.everyText();
  expect(fresh.text('USERS_NEW')).toBe(en.USERS_NEW);
  await fresh.showLanguage('bg');
  expect(fresh.text('USERS_NEW')).toBe(bg.USERS_NEW);
  await fresh.showLanguage('en');
});

it('has the words of an open room in the language that was chosen while they came', async () => {
  vi.resetModules();
  const fresh = await import('./text.ts');
  await fresh.startText();
  expect(fresh.text('COMMUNICATIONS_SEND')).toBe('');
  await Promise.all([fresh.roomText(), fresh.showLanguage('bg')]);
  expect(fresh.text('COMMUNICATIONS_SEND')).toBe(bg.COMMUNICATIONS_SEND);
  expect(fresh.text('USERS_NEW')).toBe('');
  await fresh.showLanguage('en');
  expect(fresh.text('COMMUNICATIONS_SEND')).toBe(en.COMMUNICATIONS_SEND);
});

it('puts params into texts, in the language that is shown', async () => {
  expect(text('CONVERSATION_TAKEN', { name: 'Petar <b>' })).toBe('Petar <b> has just taken this conversation.');
  await showLanguage('bg');
  expect(text('CONVERSATION_TAKEN', { name: 'Петър' })).toBe(bg.CONVERSATION_TAKEN.replace('{name}', 'Петър'));
  expect(document.documentElement.lang).toBe('bg');
  await showLanguage('en');
});

it('chooses the plural by count', () => {
  expect(text('FRAME_AREA_WITH_COUNT', { name: 'Rooms', count: 1 })).toBe('Rooms, 1 room with something new');
  expect(text('FRAME_AREA_WITH_COUNT', { name: 'Rooms', count: 5 })).toBe('Rooms, 5 rooms with something new');
});

it('writes every number as the language does', async () => {
  expect(text('FRAME_AREA_WITH_COUNT', { name: 'Rooms', count: 12_345 })).toContain(' 12,345 ');
  expect(textIfKnown('ERROR_TOO_LARGE', { limit: 1_048_576 })).toContain('1,048,576 bytes');
  await showLanguage('bg');
  expect(text('FRAME_AREA_WITH_COUNT', { name: 'Стаи', count: 12_345 })).toMatch(/ 12\s345 /);
  await showLanguage('en');
});

it('knows no key that the catalogue does not', () => {
  expect(textIfKnown('NO_SUCH_KEY')).toBeNull();
  expect(textIfKnown('ERROR_TOO_LARGE', { limit: 5 })).toContain('5 bytes');
});

it('tells a refusal by its listed errors, else by its key, else by the default', () => {
  const problem = (message: string, errors: { message: string; params: Record<string, string | number> }[] = []) =>
    problemText(new ApiProblem(400, { message, errors }, null));
  expect(problem('ERROR_VALIDATION', [{ message: 'ERROR_FIELD_INVALID', params: { field: 'text' } }])).toBe('text is not valid.');
  expect(problem('ROOM_NOT_FOUND')).toBe(en.ROOM_NOT_FOUND);
  expect(problem('SOMETHING_NEW', [{ message: 'NEWER', params: {} }])).toBe(en.ERROR_DEFAULT_MESSAGE);
  expect(problemText(new TypeError('x'))).toBe(en.ERROR_DEFAULT_MESSAGE);
});

it('is English at first, and keeps what was chosen under `language`', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect([chosenLanguage(), askedLanguage()]).toEqual(['en', null]);
  await showOwnLanguage('bg');
  expect([chosenLanguage(), askedLanguage(), text('FRAME_UNEXPECTED')]).toEqual(['en', 'bg', bg.FRAME_UNEXPECTED]);
  await setLanguage('en');
  await showOwnLanguage('bg');
  expect([askedLanguage(), text('FRAME_UNEXPECTED')]).toEqual(['en', en.FRAME_UNEXPECTED]);
  await setLanguage('bg');
  expect([...kept]).toEqual([['language', 'bg']]);
  expect([chosenLanguage(), askedLanguage(), text('FRAME_UNEXPECTED')]).toEqual(['bg', 'bg', bg.FRAME_UNEXPECTED]);
  await showLanguage('en');
  expect(kept.get('language')).toBe('bg');
  vi.unstubAllGlobals();
});
