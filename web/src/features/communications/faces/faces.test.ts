import { EventDataType, hasVisible, Message, type RoomEvent, UnsupportedMediaType } from '@parley/contract';
import { exampleCall, exampleEmail } from '@parley/contract/fixtures/emails';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { everyText, showLanguage, startText, text } from '../../../text.ts';
import { messageWords } from '../room/room-words.ts';
import { EventFace } from './EventFace.tsx';
import { isSpecial } from './later.ts';
import { isCall, isEmail } from './whole.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '', dataset: {} } } });
  return startText().then(everyText);
});

const at = '2026-11-02T09:21:00.000Z';
const eventOf = (eventData: object) =>
  ({ id: 'e', roomId: 'r', createdAt: at, eventType: 'COMMUNICATION', eventData: { message: null, ...eventData } }) as unknown as RoomEvent;
const markup = (eventData: object) => renderToStaticMarkup(createElement(EventFace, { event: eventOf(eventData) }));
const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const maybe = fc.oneof(fc.constant(undefined), fc.constant(''), fc.constant('\u200b '), fc.constant('Words'));
const message = fc.record({
  type: fc.constantFrom(...Message.shape.type.options),
  text: fc.oneof(fc.constant(null), maybe),
  options: fc.option(fc.array(fc.record({ text: fc.constantFrom('', 'Yes') }), { maxLength: 3 }), { nil: undefined }),
  buttonText: maybe,
  buttonUrl: fc.oneof(maybe, fc.constantFrom('https://shop.example', 'javascript:alert(1)')),
  fallbackText: maybe,
  unsupportedMediaType: fc.option(fc.constantFrom(...UnsupportedMediaType.options), { nil: undefined }),
});
const email = fc.record({
  subject: fc.constantFrom('', ' ', 'A'),
  content: fc.constantFrom('', '\n', 'Hello'),
  multipartContent: fc.boolean(),
});
const call = fc.record({
  direction: fc.constantFrom('IN', 'OUT'),
  dialStatus: fc.constantFrom(null, 'ANSWERED', 'SOMETHING'),
  duration: fc.constantFrom(null, 0, 61),
  recordingFileId: fc.constantFrom(null, 'f'),
});
const anyContent = fc.record({
  type: fc.constantFrom(...EventDataType.options),
  message: fc.oneof(fc.constant(null), message),
  email: fc.option(
    email.map((parts) => ({ ...exampleEmail, ...parts })),
    { nil: undefined },
  ),
  call: fc.option(
    call.map((parts) => ({ ...exampleCall, ...parts })),
    { nil: undefined },
  ),
});

test('nothing is an empty bubble: any event of the contract says something, in both languages, and opens nothing that runs', async () => {
  for (const language of ['en', 'bg'] as const) {
    await showLanguage(language);
    fc.assert(
      fc.property(anyContent, (content) => {
        const html = markup(content);
        expect(hasVisible(words(html))).toBe(true);
        expect(html).not.toMatch(/href="javascript|\{\w+\}/);
        expect(hasVisible(messageWords(content.type, null, text))).toBe(true);
      }),
      { numRuns: 150 },
    );
  }
  await showLanguage('en');
}, 30_000);

test('each kind that cannot be shown is called by its own words', () => {
  const all = UnsupportedMediaType.options.map((unsupportedMediaType) =>
    words(markup({ type: 'UNSUPPORTED_MEDIA', message: { type: 'UNSUPPORTED_MEDIA', text: null, unsupportedMediaType } })),
  );
  expect(new Set(all).size).toBe(UnsupportedMediaType.options.length);
  expect(all[UnsupportedMediaType.options.indexOf('STICKER')]).toBe('Sticker. It cannot be shown here.');
});

test('a button opens what can be opened, in a window that knows nothing of ours; of another it is said that it does not', () => {
  const button = (buttonUrl: string) =>
    markup({ type: 'RICH_MEDIA', message: { type: 'RICH_MEDIA', text: 'Pay', buttonText: 'Open', buttonUrl } });
  for (const address of ['https://pay.example/1', 'tel:+359888', 'mailto:a@b.example'])
    expect(button(address)).toContain(`href="${address}" target="_blank" rel="noopener noreferrer nofollow"`);
  expect(button('javascript:alert(1)')).not.toContain('href');
  expect(words(button('data:text/html,x'))).toContain('This button leads to an address that is not opened here.');
});

test('a call tells which way it went, what became of it and how long it was; its recording only where there is one', () => {
  const said = (parts: object) => words(markup({ type: 'CALL', startTime: at, call: { ...exampleCall, ...parts } }));
  expect(said({})).toContain('Incoming call · answered · 3:34');
  expect(said({})).toContain('Play the recording');
  const missed = said({ direction: 'OUT', dialStatus: 'NO_ANSWER', duration: null, recordingFileId: null });
  expect(missed).toContain('Outgoing call · not answered');
  expect(missed).not.toMatch(/Play|0:00/);
});

test('an e-mail that was too long says where it ends', () => {
  const said = (parts: object) => words(markup({ type: 'EMAIL', email: { ...exampleEmail, multipartContent: false, ...parts } }));
  expect(said({ isCut: true })).toContain('This e-mail was too long and ends here.');
  expect(said({})).not.toContain('too long');
});

test('an e-mail says what of it could not be read or kept, and that a machine wrote it', () => {
  const said = (parts: object) => words(markup({ type: 'EMAIL', email: { ...exampleEmail, multipartContent: false, ...parts } }));
  expect(said({ notices: ['ENCRYPTED'] })).toContain('This e-mail is encrypted.');
  expect(said({ notices: ['FILES_LEFT_OUT'], leftOut: [{ name: 'a.zip', size: 0 }] })).toContain('a.zip is empty and was left out.');
  expect(said({ automatic: { reasons: ['AUTO_SUBMITTED'], outOfOffice: 'YES' } })).toContain('An absence notice.');
  expect(said({ automatic: { reasons: ['LIST'], outOfOffice: 'NO' } })).toContain('A machine wrote this e-mail.');
  expect([said({}), said({ hasOriginal: undefined })].map((one) => one.includes('Original'))).toEqual([true, false]);
});

test('words and files are none of these', () => {
  for (const type of ['MESSAGE', 'SMS', 'IMAGE', 'FILE'])
    expect(isSpecial(eventOf({ type, message: { type: 'TEXT', text: 'Hello' } }))).toBe(false);
  expect(isSpecial(eventOf({ type: 'MESSAGE', message: { type: 'RICH_MEDIA', text: 'Hello' } }))).toBe(true);
});

test('an e-mail or a call that is not whole is said to be one, and not drawn', () => {
  expect([isEmail(exampleEmail), isCall(exampleCall)]).toEqual([true, true]);
  const { to: _to, ...email } = exampleEmail;
  const call = { ...exampleCall, duration: 'long' };
  expect([isEmail(email), isCall(call)]).toEqual([false, false]);
  expect(words(markup({ type: 'EMAIL', email }))).toBe('E-mail');
  expect(words(markup({ type: 'CALL', call }))).toBe('Call');
});
