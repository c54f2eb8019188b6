import type { RoomEvent } from '@parley/contract';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setTimeZone } from '../../../format.ts';
import { everyText, showLanguage, startText, text } from '../../../text.ts';
import { snoozeEventWords } from './snooze-event-words.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startText();
  await everyText();
});
afterEach(async () => {
  setTimeZone(null);
  await showLanguage('en');
});

const words = (type: string, modifiedValue: string | null, reason: string | null, who: { id: string; name: string } | null) =>
  snoozeEventWords({ eventData: { type, modifiedValue, reason }, origin: who ?? { id: null, name: null } } as RoomEvent, 'me', text, NOW);
const me = { id: 'me', name: 'Dora Ilieva' };
const elena = { id: 'elena', name: 'Elena Marinova' };
/** Some days before. */
let NOW = Date.parse('2026-11-25T10:00:00.000Z');
const MONDAY = '2026-11-30T07:00:00.000Z';
const all = () => [
  words('SNOOZED', MONDAY, null, elena),
  words('SNOOZED', null, null, elena),
  words('SNOOZED', MONDAY, null, me),
  words('SNOOZED', null, null, me),
  words('WOKEN', null, 'WAKE_REASON_CUSTOMER', null),
  words('WOKEN', null, 'WAKE_REASON_TIME', null),
  words('WOKEN', null, null, elena),
  words('WOKEN', null, null, me),
];

it('says who snoozed it and until when by the clocks of the reader, and why it woke, in both languages', async () => {
  setTimeZone('Europe/Sofia');
  expect(all()).toEqual([
    expect.stringMatching(/^Elena Marinova snoozed this conversation until Monday,? 30 November at 09:00$/),
    'Elena Marinova snoozed this conversation until the customer writes',
    expect.stringMatching(/^You snoozed this conversation until Monday,? 30 November at 09:00$/),
    'You snoozed this conversation until the customer writes',
    'The snooze ended: the customer wrote',
    'The snooze ended: its time had come',
    'Elena Marinova ended the snooze',
    'You ended the snooze',
  ]);
  NOW = Date.parse('2026-11-29T10:00:00.000Z');
  expect(all()[2]).toBe('You snoozed this conversation until tomorrow at 09:00');
  NOW = Date.parse('2026-11-30T06:00:00.000Z');
  expect(all()[2]).toBe('You snoozed this conversation until today at 09:00');
  NOW = Date.parse('2026-11-25T10:00:00.000Z');
  setTimeZone('America/New_York');
  expect(all()[0]).toContain('02:00');
  setTimeZone('Europe/Sofia');
  await showLanguage('bg');
  expect(all()).toEqual([
    'Elena Marinova отложи разговора до понеделник, 30 ноември, 09:00 ч.',
    'Elena Marinova отложи разговора до съобщение от клиента',
    'Вие отложихте разговора до понеделник, 30 ноември, 09:00 ч.',
    'Вие отложихте разговора до съобщение от клиента',
    'Отлагането приключи: клиентът писа',
    'Отлагането изтече',
    'Elena Marinova прекрати отлагането',
    'Вие прекратихте отлагането',
  ]);
});
