import { EventDataType, hasVisible, OriginType, type RoomEvent } from '@parley/contract';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { everyText, showLanguage, startText, text } from '../../../text.ts';
import { eventWords, listed, shortEventWords } from './event-words.ts';
import { foldedWords } from './folded-words.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  return startText().then(everyText);
});

const event = (type: string, parts: object = {}) =>
  ({
    eventType: 'SYSTEM',
    origin: { id: null, name: null },
    eventData: { type, modifiedValue: null, reason: null },
    modifiedParticipants: [],
    ...parts,
  }) as unknown as RoomEvent;

const words = (one: RoomEvent) => shortEventWords(one, 'me', text, (names) => names.join(' and '));

const sentence = (one: RoomEvent) =>
  eventWords(
    one,
    'me',
    text,
    (names) => names.join(' + '),
    () => null,
  );

test('the summary is short, names the queue, and calls the reader "you"', () => {
  const queued = event('ENTER_QUEUE', { eventData: { type: 'ENTER_QUEUE', modifiedValue: 'Orders', reason: null } });
  const given = event('USER_ASSIGNED', { modifiedParticipants: [{ id: 'me', name: 'Dora Ilieva' }] });
  const other = event('USER_ASSIGNED', { modifiedParticipants: [{ id: 'other', name: 'Petar Kostov' }] });
  expect([words(queued), words(given), words(other)]).toEqual(['queue Orders', 'assigned to you', 'assigned to Petar Kostov']);
});

test('a kind without words of its own is still said', () => {
  expect(words(event('SOMETHING_NEW'))).toBe('another event');
});

test('what was done without a name was done by the inbound routing rules, and otherwise by who bears the name', () => {
  const resolved = (name: string | null) => event('RESOLVE', { origin: { id: null, name } });
  expect(sentence(resolved(null))).toContain('Inbound routing rules');
  expect(sentence(resolved('Dora Ilieva'))).toContain('Dora Ilieva');
  expect(sentence(resolved('Dora Ilieva'))).not.toContain('Inbound routing rules');
});

test('the reader is "you" in whole sentences too, in both languages, whatever their part was', async () => {
  const me = { id: 'me', name: 'Dora Ilieva' };
  const other = { id: 'other', name: 'Petar Kostov' };
  const of = (type: string, origin: object, ...modifiedParticipants: object[]) => event(type, { origin, modifiedParticipants });
  const all = [
    of('RESOLVE', me),
    of('USER_ASSIGNED', me, me),
    of('USER_ASSIGNED', me, other),
    of('USER_ASSIGNED', other, me),
    of('PARTICIPANT_ADDED', other, me, other),
    of('PARTICIPANT_REMOVED', me, me),
    of('JOIN', me, me),
    of('JOIN', other, other),
    of('LEAVE', other, other, { id: 'third', name: 'Emil Stanchev' }),
    of('LEAVE', me, me, other),
    of('PARTICIPANT_ADDED', other, other),
    of('PARTICIPANT_REMOVED', other, me),
    of('USER_ASSIGNED', other, other),
  ];
  expect(all.map(sentence)).toEqual([
    'You resolved the conversation',
    'You took the conversation',
    'You assigned the conversation to Petar Kostov',
    'Petar Kostov assigned the conversation to you',
    'Petar Kostov added you + Petar Kostov',
    'you left',
    'you joined',
    'Petar Kostov joined',
    'Petar Kostov + Emil Stanchev left',
    'you + Petar Kostov left',
    'Petar Kostov joined',
    'Petar Kostov removed you',
    'Petar Kostov took the conversation',
  ]);
  await showLanguage('bg');
  expect(all.map(sentence)).toEqual([
    'Вие приключихте разговора',
    'Вие поехте разговора',
    'Вие възложихте разговора на Petar Kostov',
    'Petar Kostov Ви възложи разговора',
    'Petar Kostov добави Вас + Petar Kostov',
    'Вие напуснахте',
    'Вие се включихте',
    'Petar Kostov се включи',
    'Petar Kostov + Emil Stanchev напуснаха',
    'Вие + Petar Kostov напуснахте',
    'Petar Kostov се включи',
    'Petar Kostov Ви премахна',
    'Petar Kostov пое разговора',
  ]);
  await showLanguage('en');
});

test('a reason is added only where the sentence does not say it', () => {
  const given = (reason: string) =>
    event('USER_ASSIGNED', {
      eventData: { type: 'USER_ASSIGNED', modifiedValue: null, reason },
      origin: { id: 'other', name: 'Petar Kostov' },
      modifiedParticipants: [{ id: 'me', name: 'Dora Ilieva' }],
    });
  const said = (reason: string) =>
    eventWords(
      given(reason),
      'me',
      text,
      (names) => names.join(),
      (key) => key,
    );
  for (const reason of ['ASSIGN_REASON_QUEUE', 'ASSIGN_REASON_HANDED_OVER'])
    expect(said(reason)).toBe('Petar Kostov assigned the conversation to you');
  expect(said('TRANSFER_REASON_UNDONE')).toBe('Petar Kostov assigned the conversation to you (TRANSFER_REASON_UNDONE)');
});

test('somebody who is no user any more is named', async () => {
  const gone = event('USER_DELETED', { origin: { id: null, name: null }, modifiedParticipants: [{ id: 'other', name: 'Petar Kostov' }] });
  expect(sentence(gone)).toBe('Petar Kostov is no longer a user');
  await showLanguage('bg');
  expect(sentence(gone)).toBe('Petar Kostov вече не е потребител');
  const back = event('USER_RETURNED', { origin: { id: null, name: null }, modifiedParticipants: [{ id: 'other', name: 'Petar Kostov' }] });
  expect(sentence(back)).toBe('Petar Kostov отново е потребител');
  await showLanguage('en');
  expect(sentence(back)).toBe('Petar Kostov is a user again');
});

test('what is folded names each kind once, with how often it was, and no more kinds than can be read', async () => {
  const folded = (events: readonly RoomEvent[]) => foldedWords(events, 'me', text, (names) => names.join(' and '));
  const queued = (name: string) => event('ENTER_QUEUE', { eventData: { type: 'ENTER_QUEUE', modifiedValue: name, reason: null } });
  const many = [queued('Orders'), event('RESOLVE'), queued('Orders'), event('STATUS'), queued('Orders'), event('STATUS')];
  expect(folded(many)).toEqual(['queue Orders × 3', 'resolved', 'delivery status changed × 2']);
  const six = ['A', 'B', 'C', 'D', 'E', 'F'].map(queued);
  expect(folded(six)).toHaveLength(6);
  expect(folded([...six, queued('G'), queued('G'), queued('A')])).toEqual([
    'queue A × 2',
    'queue B',
    'queue C',
    'queue D',
    'queue E',
    'and 3 more',
  ]);
  await showLanguage('bg');
  expect(folded([...six, queued('G')]).at(-1)).toBe('и още 2');
  await showLanguage('en');
});

test('every kind of the contract has its own few words', () => {
  const other = EventDataType.options.filter((type) => words(event(type)) === 'another event');
  expect(other).toEqual([]);
});

test('every sentence that says who did it has a form for the reader', () => {
  const kinds = ['RESOLVE', 'PARTICIPANT_ADDED', 'ROOM_NAME_UPDATED', 'TICKET_CREATED', 'CUSTOMER_MERGED', 'TAG_ADDED', 'COMMENT_MODIFIED'];
  for (const kind of kinds) expect(sentence(event(kind, { origin: { id: 'me', name: 'Dora Ilieva' } }))).toMatch(/^You /);
});

test('what is folded stands in a row by commas, in both languages', () => {
  expect(listed(['queue Orders', 'assigned to you', 'resolved'], 'en')).toBe('queue Orders, assigned to you, resolved');
  expect(listed(['опашка „Поръчки“', 'възложен на Вас', 'приключен'], 'bg')).toBe('опашка „Поръчки“, възложен на Вас, приключен');
});

test('every event of the contract has its sentence and its few words in both languages, whoever did it and whatever it tells', async () => {
  // Without what looks like a gap of a text that nothing was filled into, or like the key of one.
  const written = fc.string().map((word) => word.replaceAll(/[{}_]/g, ''));
  const name = fc.oneof(fc.constant(null), fc.constant(''), fc.constant('\u200b'), written);
  const anyEvent = fc.record({
    eventType: fc.constant('SYSTEM'),
    origin: fc.record({ type: fc.constantFrom(...OriginType.options), id: fc.constantFrom(null, 'me', 'other'), name }),
    eventData: fc.record({
      type: fc.constantFrom(...EventDataType.options),
      message: fc.oneof(fc.constant(null), fc.record({ text: name })),
      modifiedValue: name,
      reason: fc.constant(null),
    }),
    modifiedParticipants: fc.array(
      fc.record({ id: fc.constantFrom('me', 'other'), type: fc.constantFrom('USER', 'CUSTOMER', 'CHATBOT'), name: written }),
      { maxLength: 2 },
    ),
  });
  for (const language of ['en', 'bg'] as const) {
    await showLanguage(language);
    fc.assert(
      fc.property(anyEvent, (made) => {
        const one = made as unknown as RoomEvent;
        for (const said of [sentence(one), words(one)]) {
          expect(hasVisible(said)).toBe(true);
          expect(said).not.toMatch(/\{\w+\}|^[A-Z]+_[A-Z_]+$/);
        }
      }),
      { numRuns: 500 },
    );
  }
  await showLanguage('en');
});

test('what tags, tickets, comments and answers were about is told with them', () => {
  const by = { type: 'USER', id: 'other', name: 'Petar Kostov' };
  const about = (type: string, modifiedValue: string, origin: object = by) =>
    sentence(event(type, { origin, eventData: { type, modifiedValue, reason: null } }));
  expect(about('TAG_ADDED', 'VIP')).toBe('Petar Kostov added a tag: VIP');
  expect(about('TICKET_CREATED', 'T-104')).toBe('Petar Kostov created a ticket: T-104');
  expect(about('COMMENT_ADDED', 'Calls twice', { ...by, id: 'me' })).toBe('You added a comment: Calls twice');
  expect(about('SAT_COMPLETED', '5 of 5')).toBe('The customer said how satisfied they are: 5 of 5');
});

test('a chatbot is called by its name where it has one', () => {
  const bot = { id: 'bot', type: 'CHATBOT', name: 'Sunny' };
  expect(sentence(event('CHATBOT_ASSIGNED', { modifiedParticipants: [bot] }))).toBe('The chatbot Sunny answers');
  expect(sentence(event('CHATBOT_COMPLETE', { origin: { type: 'CHATBOT', id: 'bot', name: 'Sunny' } }))).toBe('The chatbot Sunny finished');
  expect(sentence(event('CHATBOT_FALLBACK'))).toBe('The chatbot passed the conversation on');
  expect(sentence(event('TICKET_CREATED', { origin: { type: 'CHATBOT', id: null, name: null } }))).toBe('the chatbot created a ticket');
});
