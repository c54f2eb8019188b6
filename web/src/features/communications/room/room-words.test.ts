import type { Room } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { startText, text } from '../../../text.ts';
import type { PendingSend } from '../state/pending.ts';
import { asSentence, failedWords, lastWords, messageWords, roomName, visitorSign } from './room-words.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText();
});

const roomOf = (contactId: string, name: string | null = null) =>
  ({
    id: 'room',
    name,
    type: 'EXTERNAL',
    channels: [{ channelType: 'LIVECHAT' }],
    roomParticipants: [
      { type: 'USER', associatedParticipantId: 'agent' },
      { type: 'CUSTOMER', associatedParticipantId: contactId },
    ],
  }) as unknown as Room;

test('a visitor without a name bears four digits that stay the same', () => {
  const ids = Array.from({ length: 200 }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
  const signs = ids.map((id) => visitorSign(roomOf(id)));
  expect(signs.every((sign) => /^[1-9]\d{3}$/.test(sign))).toBe(true);
  expect(ids.map((id) => visitorSign(roomOf(id)))).toEqual(signs);
  // Of 200 among 9000 about two meet by chance.
  expect(new Set(signs).size).toBeGreaterThan(185);
});

test('the sign is part of the name, and a known name is used as it is', () => {
  const room = roomOf('00000000-0000-4000-8000-000000000007');
  expect(roomName(room, text, 'me')).toBe(`Visitor ${visitorSign(room)}`);
  expect(roomName(roomOf('x', 'Maria Petrova'), text, 'me')).toBe('Maria Petrova');
});

test('a sentence begins with a capital, also a Bulgarian one', () => {
  expect([asSentence('a colleague holds it'), asSentence('вчера'), asSentence('')]).toEqual(['A colleague holds it', 'Вчера', '']);
});

test('an image and a file as last words are told by a word, what was written by itself', () => {
  const lastOf = (type: string, words: string | null) =>
    ({ lastEventId: 'e', lastEventType: type, lastEventData: words, lastEventOriginType: 'CUSTOMER' }) as unknown as Room;
  expect(lastWords(lastOf('IMAGE', null), 'me', text, () => 'Dora Ilieva')).toBe('Image');
  expect(lastWords(lastOf('FILE', ''), 'me', text, () => 'Dora Ilieva')).toBe('File');
  expect(lastWords(lastOf('MESSAGE', 'Is it in stock?'), 'me', text, () => 'Dora Ilieva')).toBe('Is it in stock?');
});

test('a colleague’s last words bear their name, so that it shows whether the customer waits for an answer', () => {
  const by = (originId: string) =>
    ({
      lastEventType: 'MESSAGE',
      lastEventData: 'Let me look.',
      lastEventOriginType: 'USER',
      lastEventOriginId: originId,
    }) as unknown as Room;
  expect(lastWords(by('dora'), 'me', text, () => 'Dora Ilieva')).toBe('Dora: Let me look.');
  expect(lastWords(by('me'), 'me', text, () => 'Elena Marinova')).toBe('You: Let me look.');
});

test('pictures and files are named in one line, with the words that came with them', () => {
  expect(messageWords('IMAGE', null, text)).toBe('Image');
  expect(messageWords('FILE', 'the offer', text)).toBe('File: the offer');
  expect(messageWords('MESSAGE', 'hello', text)).toBe('hello');
});

test('a chat of colleagues is called by its name, else by the others in it', () => {
  const person = (id: string, firstName: string, lastName: string) => ({ type: 'USER', associatedParticipantId: id, firstName, lastName });
  const [dora, emil, petar] = [person('dora', 'Dora', 'Ilieva'), person('emil', 'Emil', 'Stanchev'), person('petar', 'Petar', 'Kostov')];
  const chat = (type: Room['type'], name: string | null, ...roomParticipants: object[]) =>
    ({ type, name, roomParticipants, channels: [] }) as unknown as Room;
  expect(roomName(chat('INTERNAL', null, dora, emil), text, 'dora')).toBe('Emil Stanchev');
  expect(roomName(chat('INTERNAL', null, dora, emil), text, 'emil')).toBe('Dora Ilieva');
  expect(roomName(chat('GROUP', null, dora, emil, petar), text, 'emil')).toBe('Dora, Petar');
  expect(roomName(chat('GROUP', 'Early shift', dora, emil, petar), text, 'emil')).toBe('Early shift');
  expect(roomName(chat('GROUP', null, dora), text, 'dora')).toBe('Group');
});

test('a row says of what failed its own words, never those of what arrived', () => {
  const roomWith = (lastEventFailed: boolean) =>
    ({ lastEventType: 'MESSAGE', lastEventData: 'I look at once', lastEventFailed }) as unknown as Room;
  const unsent = { status: 'failed', text: 'It is on its way', file: null } as PendingSend;
  expect(failedWords(roomWith(false), undefined, text)).toBeNull();
  expect(failedWords(roomWith(false), unsent, text)).toBe('Not sent: It is on its way');
  expect(failedWords(roomWith(true), undefined, text)).toBe('Not delivered: I look at once');
  expect(failedWords(roomWith(false), { ...unsent, text: '', file: { type: 'IMAGE' } } as PendingSend, text)).toBe('Not sent: Image');
});

test('a customer without a name is called by the address used last, a visitor of the chat by the sign', () => {
  const on = (timestamp: string, address: object) => ({ timestamp, ...address });
  const known = (...channels: object[]) => ({ ...roomOf('x'), channels }) as unknown as Room;
  const sms = on('2026-11-30T10:00:00Z', { channelType: 'SMS', phoneNumber: '+359888123456' });
  const code = on('2026-11-30T11:00:00Z', { channelType: 'SMS', sender: '1917' });
  expect(roomName(known(sms), text, 'me')).toBe('+359 88 812 3456');
  expect(roomName(known(sms, code), text, 'me')).toBe('1917');
  expect(roomName(known({ channelType: 'LIVECHAT' }, sms), text, 'me')).toBe('+359 88 812 3456');
  expect(roomName({ ...known(sms), name: 'Maria Petrova' }, text, 'me')).toBe('Maria Petrova');
  expect(roomName(known(on('', { channelType: 'VIBER_PUBLIC' })), text, 'me')).toBe('Customer without a name');
});
