import { AUDIT_SECRET } from '@parley/contract';
import { beforeAll, expect, it } from 'vitest';
import { everyText, startText, text } from '../../../text.ts';
import { changeWords } from './audit-words.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startText();
  await everyText();
});

it('says the hours of a timeslot as its list does, and its exceptions by name', () => {
  const office = [{ from: '09:00', to: '18:00' }];
  const week = { monday: office, tuesday: office, wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
  const exceptions = [{ name: 'Christmas', from: '2026-12-24', to: '2026-12-26', yearly: true, spans: [] }];
  const after = { workingTime: { always: false, week, lunch: { from: '12:00', to: '13:00' } }, exceptions };
  expect(changeWords({ before: { exceptions: [] }, after }).map(({ name, before, after }) => [name, before, after])).toEqual([
    ['Working time', null, 'Mon–Tue 09:00–18:00; Lunch break 12:00–13:00'],
    ['Holidays and exceptions', 'empty', 'Christmas (24 December to 26 December, every year): Closed'],
  ]);
});

it('says each change in words: roles, states, switches, secrets and empty values', () => {
  const words = changeWords({
    before: { role: 'agent', jobTitle: '', status: 'active', 'features.TAGS': false },
    after: {
      role: 'supervisor',
      jobTitle: 'Lamps',
      status: 'inactive',
      'features.TAGS': true,
      unifyApiKey: AUDIT_SECRET,
      endedSessions: 1200,
    },
  });
  expect(words.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual([
    'Role: Agent → Supervisor',
    'Job title: empty → Lamps',
    'Status: Active → Inactive',
    'Tags: off → on',
    'Key for the call centre (Unify): null → changed, never shown',
    'Ended sign-ins: null → 1,200',
  ]);
});

it('says what it does not know as it is stored', () => {
  expect(changeWords({ before: {}, after: { shoeSize: [43] } })).toEqual([
    { field: 'shoeSize', name: 'shoeSize', before: null, after: '[43]' },
  ]);
});

it('says what is only told of before: a block that was lifted, a second step that was removed', () => {
  const words = changeWords({ before: { network: true, reason: 'Advertising', factor: 'passkey' }, after: {} });
  expect(words.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual([
    'With their network: on → removed',
    'Reason: Advertising → removed',
    'Second step: passkey → removed',
  ]);
});

it('says of the form before a chat what of it is another', () => {
  const form = { name: 'OPTIONAL', email: 'REQUIRED', phone: 'NO', consent: 'NO' };
  const words = changeWords({ before: { form }, after: { form: { ...form, phone: 'OPTIONAL', consent: 'REQUIRED' } } });
  const [no, optional, required] = [text('WIDGETS_ASKED_NOT'), text('WIDGETS_ASKED_OPTIONAL'), text('WIDGETS_ASKED_REQUIRED')];
  expect(words.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual([
    `Asked before a chat: phone number: ${no} → ${optional}`,
    `Asked before a chat: consent: ${no} → ${required}`,
  ]);
  const made = changeWords({ before: {}, after: { form } });
  expect(made.map(({ before, after }) => [before, after])).toEqual([
    [null, optional],
    [null, required],
    [null, no],
    [null, no],
  ]);
});

it('says of a queue its strategy in words, and the minutes only where it overflows', () => {
  const said = (before: Record<string, unknown>, after: Record<string, unknown>) =>
    changeWords({ before, after }).map((word) => `${word.name}: ${word.before} → ${word.after}`);
  expect(said({}, { strategy: 'LEAST_ACTIVE', overflow: null, overflowMinutes: 10 })).toEqual([
    'Strategy: null → Least active',
    'Overflows into: null → empty',
  ]);
  expect(said({ overflow: null }, { overflow: 'Shop', overflowMinutes: 15 })).toEqual([
    'Overflows into: empty → Shop',
    'Minutes before it overflows: null → 15',
  ]);
  expect(said({ overflowMinutes: 10 }, { overflowMinutes: 15 })).toEqual(['Minutes before it overflows: 10 → 15']);
});
